// Names of months in the languages that programs write dates in -> their number. Knows no other part of a date.

/** From January on: names and abbreviations that stand beside the English ones, which other languages share. */
const names: readonly string[] = [
  // English, German with Austrian, French, Spanish, Italian, Portuguese, Dutch, Scandinavian, Polish, Russian
  'jan january januar jänner jän jänn janv janvier ene enero gen genn gennaio janeiro januari sty stycz styczeń stycznia янв январь января',
  'feb february februar feber febr févr fév février febrero febbr febbraio fev fevereiro februari lut luty lutego фев февр февраль февраля',
  'mar march märz mär mrz mars marzo março mrt maart marts marz marzec marca мар март марта',
  'apr april avr avril abr abril aprile kwi kwiec kwiecień kwietnia апр апрель апреля',
  'may mai mayo mag magg maggio maio mei maj maja май мая',
  'jun june juni juin junio giu giugno junho cze czerw czerwiec czerwca июн июнь июня',
  'jul july juli juil juillet julio lug luglio julho lip lipiec lipca июл июль июля',
  'aug august août ago agosto augustus augusti sie sierp sierpień sierpnia авг август августа',
  'sep sept september septembre septiembre setiembre set sett settembre setembro wrz wrzes wrzesień września сен сент сентябрь сентября',
  'oct october okt oktober octobre octubre ott ottobre out outubro paź paźdz październik października окт октябрь октября',
  'nov november novembre noviembre novembro lis list listopad listopada ноя нояб ноябрь ноября',
  'dec december dez dezember déc décembre dic diciembre dicembre dezembro des desember gru grudz grudzień grudnia дек декабрь декабря',
];

/** Without accents, which are lost on the way as often as not. */
const folded = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const months: ReadonlyMap<string, number> = new Map(
  names.flatMap((list, month) => list.split(' ').map(name => [folded(name), month] as const)),
);

/** The month of a name or its abbreviation, from 0, in any case and without its full stop; -1 for any other word. */
export const monthOf = (word: string): number => months.get(folded(word)) ?? -1;
