// The letters of languages with an alphabet of their own, and the pairs of letters in them, for alphabetPrices.ts.

import { alphabet, withFinals } from './alphabetPrices.ts';

const russianPairs =
  'ав аг ад ае аж аз ай ак ал ам ан ап ар ас ат ах ац ач аш ая ба бе би бл бо бр бу бы бю ва ве вд ви вк вл вн во вр вс ву вы га ге ги гл го гр гу да дв де ди дл дн до др ду ды дя дж еб ев ег ед ее еж ез ей ек ел ем ен еп ер ес ет ех ец еч еш жа жд же жи жн за зв зд зе зи зм зн зо зр зу зы зю иб ив иг ид ие из ий ик ил им ин ио ип ир ис ит иф их иц ич иш ию ия ка ке ки кл ко кр кс кт ку ла ле ли лк ло лу лы ль лю ля ма ме ми мн мо му мы мя на нд не ни нк нн но нс нт ну нф ны нь ня об ов ог од ое ож оз ой ок ол ом он оо оп ор ос от оф ох оц оч ош ощ ою па пе пи пк пл по пр пт пу пы ра рв рг рд ре рж ри рк рм рн ро рп рс рт ру рх ры рь ря са св сд се си ск сл см сн со сп ср сс ст су сх сч сы сь ся та тв те ти тк тн то тр тч ту ты ть тя уб ув уг уд уж уз ук ул ум ун уп ур ус ут ух уч уш фа фе фи фо фр ха хн хо хе цв це ци ца ча че чё чи чн чк чт чу ша ше ши шк шл шн ща ще щи ыв ый ым ын ыл ыс ыт ых ье ьк ьм ьн ьс ью ья эк эл эт юд юм юн ют юч яв яд яз як ял ям ян яр яс ят ях яч яц ёт ёр ён ёл ёк йл йн йс йт йк йм йц йз йд йч йб йв';

const russian = new Set(russianPairs.split(' '));
/** Pairs with an і where Russian has и. */
const withDottedI = russianPairs
  .split(' ')
  .filter(pair => pair.includes('и'))
  .map(pair => pair.replace('и', 'і'));
const vowels = 'аеиоуыэюяёіїєъ';

export const cyrillic = alphabet([
  { letters: 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё', bits: 0, vowels, pairs: russian },
  {
    letters: 'оаниітвреслкдумпзяьбгчйхцжїшщюєфґ',
    bits: 2.5,
    vowels,
    pairs: new Set([
      ...russian,
      ...withDottedI,
      ...'ії їв їн їж їд аї ої иї уї їх єю єм єк єт єн ює ає яє іє иє оє дж дз йн йо ьо зв зг ґа'.split(' '),
    ]),
  },
  {
    letters: 'аоеинтрсвлкдпмзугъяьбчйцжщшхюф',
    bits: 2,
    vowels,
    pairs: new Set([...russian, ...'ръ ъч тъ ъг бъ ъл съ ък къ ън въ ъд път ъс ъв ъм дъ ят щу жб лб рц йк'.split(' ')]),
  },
  {
    letters: 'аоиенрстувдкпјмлзбгшчцжхљњћђфџ',
    others: 'ѓѕќ',
    bits: 3.5,
    vowels: 'аеиоур',
    pairs: new Set([
      ...russian,
      ...'ја је ји јо ју ај еј иј ој уј ња ње њи њу ан ен ља ље љи љу ће ћа ћи ћу ћ аћ ић ећ ђа ђе ђу ађ еђ ош еш џб'.split(
        ' ',
      ),
    ]),
  },
]);

const greekVowels = 'αειουηωάέήίόύώϊϋΐΰ';
const greekConsonants = 'βγδζθκλμνξπρσςτφχψ';

/** A consonant beside a vowel, the pairs of vowels that are one sound or common, and the clusters of consonants. */
function greekPairs(): Set<string> {
  const pairs = new Set(
    'αι ει οι ου αυ ευ υι ια ιο ιε ιω ιώ ία ίο ίε εί αί οί ού εύ αύ ιά ιό ιέ έα εα οη εο αϊ οϋ ωα ηα ιη ιή εώ στ σκ σμ σπ πρ τρ κρ γρ δρ βρ φρ χρ θρ πλ κλ γλ βλ φλ χλ ντ μπ γκ γγ γχ ρτ ρχ ργ ρν ρμ ρδ ρθ ρβ ρκ ρσ ρφ ρξ λλ λτ λφ λθ λμ μμ νθ νδ νν νσ σσ ττ κκ ππ ρρ πτ κτ χτ φτ χν γν πν μφ μβ σφ σχ σθ τζ τσ θμ σβ γμ κδ κθ κπ κφ κσ χρ υς ής ός άς ές'.split(
      ' ',
    ),
  );
  for (const vowel of greekVowels) {
    for (const consonant of greekConsonants) pairs.add(vowel + consonant).add(consonant + vowel);
  }
  return pairs;
}

export const greek = withFinals(
  alphabet([
    {
      letters: 'αοιετσνηυρπκλμςωίόδγέάήχύθφώβξζψ',
      others: 'ϊϋΐΰ',
      bits: 0,
      vowels: greekVowels,
      accents: 'άέήίόύώΐΰ',
      pairs: greekPairs(),
    },
  ]),
  'ς',
  'βγδζθκλμξπστφχψ',
);

/** The letters that write vowels too, beside any other, and the usual pairs of the rest. */
function hebrewPairs(): Set<string> {
  const pairs = new Set(
    'של את בי ין הת תי כם סמ מס כנ שי רש חש שב הצ מח הז אי דר לה בר פר תא מש שר חב מכ עב מע נה מה רה ית תה שה דה לח זמ מנ סכ של מב תע'.split(
      ' ',
    ),
  );
  for (const letter of 'אבגדהוזחטיכלמנסעפצקרשת') {
    for (const vowel of 'וי') pairs.add(letter + vowel).add(vowel + letter);
  }
  for (const letter of 'םןךףץ') pairs.add(`י${letter}`).add(`ו${letter}`);
  return pairs;
}

export const hebrew = withFinals(
  alphabet([{ letters: 'יוהלאמרבתשנדםעקפחכטגסזןךצףץ', bits: 0, pairs: hebrewPairs() }]),
  'םןךףץ',
  'מנכפצ',
);

export const arabic = alphabet([
  {
    letters: 'اليمونتربةعدسفهكقأحجشصطخذىئءإزضثغظآؤ',
    others: 'پچگژـ',
    bits: 0,
    pairs: new Set(
      'ال لا لم ان ية ات من ين لت ها في رة ير نا را ون لي ما يا يد قر عق قد تق عر رض ور سي طل لب جد دو ول مل لف صو شه اد دة مح مع يم ري تر بي كت لل'.split(
        ' ',
      ),
    ),
  },
]);
