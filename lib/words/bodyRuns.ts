// Which lines of a mail's text are its writer's own, and which are quoted, signed, or put below by programs, lists and
// lawyers: words of those say little of the mail. Knows no words.

/** Lines in a row that weigh the same. */
export interface BodyRun {
  /** With the ends of lines. */
  readonly text: string;
  /** How much each word counts: 1 for the writer's own. */
  readonly weight: number;
}

/** What a word counts that is not the writer's own. */
const borrowed = 0.2;

/** As mail programs mark what they quote. */
const quoted = /^[ \t]{0,3}[>|]/;

/** RFC 3676, 4.3; some lose the blank. What follows is a signature to the end of the text. */
const signatureMark = /^-- ?\r?$/;

/** The line that says who wrote what follows, which is the whole mail that is answered or sent on. */
const historyMarks = [
  /^[ \t]*-{2,12} ?(?:Original[ -]Message|Original Appointment|Forwarded [Mm]essage(?: from .{1,100})?|Ursprüngliche (?:Nachricht|Mail)|Weitergeleitete Nachricht|Message d'origine|Message transféré|Mensaje original|Mensaje reenviado|Mensagem original|Messaggio originale|Messaggio inoltrato|Oorspronkelijk bericht|Doorgestuurd bericht|Ursprungligt meddelande|Oprindelig meddelelse|Opprinnelig melding|Wiadomość oryginalna|Původní zpráva|Исходное сообщение|元のメッセージ|原始邮件|原始郵件) ?-{2,12}[ \t]*\r?$/i,
  /^(?:Begin forwarded message|Anfang der weitergeleiteten Nachricht|Début du message réexpédié|Inizio messaggio inoltrato|Inicio del mensaje reenviado) ?:[ \t]*\r?$/,
];

/** Two header lines in a row, as Outlook puts them over what it quotes. */
const historyFrom = /^\*?(?:From|Von|De|Da|Van|Från|Fra|Lähettäjä|Od|От|差出人|发件人|寄件者) ?[:：]\*? ?\S/;
const historySent =
  /^\*?(?:Sent|Date|Gesendet|Datum|Envoyé|Date|Inviato|Data|Enviado(?: el| em)?|Fecha|Verzonden|Skickat|Sendt|Lähetetty|Wysłano|Odesláno|Отправлено|Дата|送信日時|日時|发送时间|日期|寄件日期) ?[:：]\*? ?\S/;

/** How the paragraphs begin that lists, telephones and lawyers put below; each is one to its end. */
const footers = [
  /^(?:Sent|Get) (?:from|with|by|via|using) (?:my |a |the )?(?:iPhone|iPad|Android|Samsung|Galaxy|BlackBerry|mobile|phone|Mail|Outlook|Yahoo|Proton|Gmail|Thunderbird)/,
  /^Get Outlook for /,
  /^(?:Von meinem|Gesendet von|Envoyé de(?:puis)?|Enviado desde|Enviado do|Inviato da|Verzonden vanaf|Skickat från|Sendt fra) /,
  /^(?:This|The (?:information|contents?)) .{0,60}\b(?:confidential|privileged|intended (?:only|solely|for))\b/i,
  /^(?:This|The information) (?:e-?mail|message|communication|transmission).{0,120}\b(?:confidential|privileged|intended)\b/i,
  /^(?:CONFIDENTIALITY|DISCLAIMER|LEGAL NOTICE|Confidentiality notice|Disclaimer)\b/i,
  /^If you (?:are not the (?:intended|named)|have received this|received this (?:e-?mail|message) (?:in|by) error)/i,
  /^(?:Please )?(?:consider|think (?:of|about)) the environment before printing/i,
  /^(?:Diese (?:E-?Mail|Nachricht)|Der Inhalt dieser E-?Mail).{0,120}\bvertraulich/i,
  /^(?:Ce (?:message|courriel|courrier)).{0,120}\bconfidentiel/i,
  /^(?:Este (?:mensaje|correo|e-?mail)).{0,120}\bconfidencial/i,
  /^(?:To unsubscribe|Unsubscribe|Click here to unsubscribe|You (?:are receiving|received|have received) this (?:e-?mail|message) because|You are subscribed to)\b/i,
  /^(?:Um sich abzumelden|Sie erhalten diese E-?Mail, (?:weil|da)|Pour vous désabonner|Para cancelar la suscripción|Per annullare l'iscrizione)/i,
  /^.{0,60}\bmailing list(?: -- |$)/i,
];

const lookedAt = 200;
const isFooter = (line: string): boolean => footers.some(footer => footer.test(line));

/** Under a line of these, a list says what it is. */
const rule = /^(?:_{10,}|-{20,}|={20,})[ \t]*\r?$/;
const blank = /^[ \t]*\r?$/;

/** The text of a mail in runs, in order: together they are the text. */
export function bodyRuns(text: string): BodyRun[] {
  const runs: BodyRun[] = [];
  let runStart = 0;
  let runWeight = 1;
  // Nothing that follows is the writer's own, or nothing to the end of the paragraph.
  let isOver = false;
  let isFooterParagraph = false;
  let isFirstOfParagraph = true;
  for (let start = 0; start < text.length; ) {
    const end = endOfLine(text, start);
    const line = lineAt(text, start);
    if (isOver) {
      // Even a signature may be quoted.
    } else if (blank.test(line)) isFooterParagraph = false;
    else if (signatureMark.test(line) || isHistoryMark(line, text, end) || isListRule(line, text, end)) isOver = true;
    else if (isFirstOfParagraph) isFooterParagraph = isFooter(line);
    isFirstOfParagraph = blank.test(line);
    const isBorrowed = isOver || isFooterParagraph || quoted.test(line) || isAttribution(line, text, end);
    const weight = isBorrowed ? borrowed : 1;
    if (weight !== runWeight) {
      if (start > runStart) runs.push({ text: text.slice(runStart, start), weight: runWeight });
      runStart = start;
      runWeight = weight;
    }
    start = end;
  }
  if (text.length > runStart) runs.push({ text: text.slice(runStart), weight: runWeight });
  return runs;
}

/** Behind the line that begins at an offset. */
function endOfLine(text: string, start: number): number {
  const newline = text.indexOf('\n', start);
  return newline < 0 ? text.length : newline + 1;
}

/** As much of a line as is looked at. */
const lineAt = (text: string, start: number): string =>
  text.slice(start, Math.min(endOfLine(text, start), start + lookedAt)).replace(/\n$/, '');

function isHistoryMark(line: string, text: string, next: number): boolean {
  if (historyMarks.some(mark => mark.test(line))) return true;
  return historyFrom.test(line) && historySent.test(lineAt(text, next));
}

/** The line that says who wrote what is quoted below it. */
function isAttribution(line: string, text: string, next: number): boolean {
  if (!/:[ \t]*\r?$/.test(line)) return false;
  return (
    quoted.test(lineAt(text, next)) ||
    (blank.test(lineAt(text, next)) && quoted.test(lineAt(text, endOfLine(text, next))))
  );
}

function isListRule(line: string, text: string, next: number): boolean {
  return rule.test(line) && isFooter(lineAt(text, next));
}
