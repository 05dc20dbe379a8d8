// The charsets that unlabelled bytes may be in, each with what text costs in it: models of scripts and languages, small
// and deliberately rough.

import { alphabet, thai, withFinals } from './alphabetPrices.ts';
import { commonSimplifiedChinese, commonTraditionalChinese } from './commonCharacters.ts';
import {
  chinese,
  japanese,
  korean,
  simplifiedFirstHalf,
  simplifiedSecondHalf,
  traditionalFirstHalf,
} from './farEastPrices.ts';
import { centralPlaces, latin, turkishPlaces, westernPlaces } from './latinPrices.ts';

export interface CharsetModel {
  readonly charset: string;
  /** Charsets that the same model fits. */
  readonly relatives: readonly string[];
  /** Bits: how rare unlabelled bytes of this charset are to begin with. */
  readonly prior: number;
  /** Its letters stand among those of ASCII. */
  readonly isLatin: boolean;
  /** Bits of the characters above 0x7F in `text`. */
  readonly price: (text: string) => number;
}

/** Central Europe, in windows-1250 and ISO-8859-2, which differ in a few letters only. */
const centralEuropean = latin(
  [
    ['íáéýěřčžšůúóňťď', 0],
    ['łąęóżśćńź', 0],
    ['éáöóőíüúű', 0],
    ['áíéýčžšúťôňäďľóĺŕ', 1],
    ['čšžćđ', 2],
    ['ăîşâţ', 1],
  ],
  centralPlaces,
);

const slavonicPairs =
  'ст но ен то на ов ни ра во ко ро ос го не ли по пр ре ер ел та ор ть ал ан ат ет ит ка де ло ом ри ти ле ль ве ви да до ег ес из ил ин ис ки ла ми мо нн об од ол он от пе ся ск те тр че ци ия ие ый ой ая за ма ав ва ас ам ак об кт се си та ча чи че ре сч кт рт нт ше ща жд же жи ку му ну бо бу бе ба бр вы вс вт гр ди дн ду ев ее ей ем еч жа зд зн ий ич кр кс лу лю ля мы ны ня ою па пл пу ру ры ря св сл см ср су сы сь ту ты тв ую уч ут ус ук ул ум уп уд фо ха хо це чн шк ье ью юч ют яв яд ял ят яз юд дж еж юм';
const cyrillicVowels = 'аеиоуыэюяёіїєъ';

const cyrillic = alphabet([
  { letters: 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё', bits: 0, vowels: cyrillicVowels, pairs: slavonicPairs },
  {
    letters: 'оаниітвреслкдумпзяьбгчйхцжїшщюєфґ',
    bits: 2.5,
    vowels: cyrillicVowels,
    pairs: `${slavonicPairs} ві рі ні ті лі ій ії ід иї їв ів їн ає ює іє їж із іт іл ін ік іс ір єн єт`,
  },
  { letters: 'аоеинтрсвлкдпмзугъяьбчйцжщшхюф', bits: 2.5, vowels: cyrillicVowels, pairs: slavonicPairs },
  {
    letters: 'аоиенрстувдкпјмлзбгшчцжхљњћђфџ',
    others: 'ѓѕќ',
    bits: 4,
    vowels: 'аеиоур',
    pairs: `${slavonicPairs} је ња ће ји`,
  },
]);

const greekVowels = 'αειουηωάέήίόύώϊϋΐΰ';
const greek = withFinals(
  alphabet([
    {
      letters: 'αοιετσνηυρπκλμςωίόδγέάήχύθφώβξζψ',
      others: 'ϊϋΐΰ',
      bits: 0,
      vowels: greekVowels,
      pairs:
        'ει ου αι το τη στ να τα ρο ος αν ικ πο με εν ερ ατ ησ ιο ισ κα μα μο ολ ον πρ ρα ρι σε σι ση τι τρ υν ων ησ ας ης λο ογ γρ ρα αφ απ επ υπ συ ντ μα ια ία ασ οσ ησ ακ ιά ός ής',
    },
  ]),
  'ς',
  'βγδζθκλμξπστφχψ',
);

/** Every charset that is considered. The prior of Western Europe is the lowest: most unlabelled bytes are its. */
export const charsetModels: readonly CharsetModel[] = [
  {
    charset: 'windows-1252',
    isLatin: true,
    relatives: ['iso-8859-15', 'macintosh', 'cp850', 'cp437', 'cp858'],
    prior: 0,
    price: latin(
      [
        ['éèàêçôîûâùëïœæ', 0],
        ['üäöß', 0],
        ['äöåéü', 0],
        ['óáíñéúü¿¡ºª', 0],
        ['åäöøæé', 0],
        ['ãçéáõóêíúâôàºª', 1],
        ['äõüö', 2.5],
        ['àèùòìé', 1],
        ['éëïóèüö', 1],
        ['áíéóúýðþæö', 5],
      ],
      westernPlaces,
    ),
  },
  { charset: 'windows-1250', relatives: ['cp852'], prior: 2, isLatin: true, price: centralEuropean },
  { charset: 'iso-8859-2', relatives: [], prior: 3, isLatin: true, price: centralEuropean },
  { charset: 'windows-1251', isLatin: false, relatives: ['iso-8859-5', 'x-mac-cyrillic'], prior: 2, price: cyrillic },
  { charset: 'koi8-r', isLatin: false, relatives: [], prior: 2.5, price: cyrillic },
  { charset: 'koi8-u', isLatin: false, relatives: [], prior: 3, price: cyrillic },
  { charset: 'ibm866', isLatin: false, relatives: ['cp855'], prior: 5, price: cyrillic },
  {
    charset: 'gb18030',
    isLatin: false,
    relatives: [],
    prior: 2,
    price: chinese(commonSimplifiedChinese, simplifiedFirstHalf, simplifiedSecondHalf, traditionalFirstHalf),
  },
  {
    charset: 'big5',
    isLatin: false,
    relatives: [],
    prior: 3,
    price: chinese(commonTraditionalChinese, traditionalFirstHalf, null, null),
  },
  { charset: 'shift_jis', isLatin: false, relatives: [], prior: 2, price: japanese },
  { charset: 'euc-jp', isLatin: false, relatives: [], prior: 4, price: japanese },
  { charset: 'euc-kr', isLatin: false, relatives: [], prior: 2, price: korean },
  {
    charset: 'windows-1253',
    isLatin: false,
    relatives: [],
    prior: 3,
    price: greek,
  },
  { charset: 'iso-8859-7', isLatin: false, relatives: [], prior: 3.5, price: greek },
  {
    charset: 'windows-1254',
    isLatin: true,
    relatives: [],
    prior: 3,
    price: latin([['ıüşöçğâİ', 0]], turkishPlaces),
  },
  {
    charset: 'windows-1255',
    isLatin: false,
    relatives: ['iso-8859-8', 'iso-8859-8-i'],
    prior: 4,
    price: withFinals(
      alphabet([
        {
          letters: 'יוהלאמרבתשנדםעקפחכטגסזןךצףץ',
          bits: 0,
          pairs:
            'ים ות של את הי ני לי יו ול הו רי וב וי מי נו בי ין הת תי מו רו קו הס כם דו וח טו ופ מס סמ וכ תו כנ שי רש חש שב ון עת הצ מח יר הז אי ור דר של לה לו',
        },
      ]),
      'םןךףץ',
      'מנכפצ',
    ),
  },
  {
    charset: 'windows-1256',
    isLatin: false,
    relatives: ['iso-8859-6'],
    prior: 4,
    price: alphabet([
      {
        letters: 'اليمونتربةعدسفهكقأحجشصطخذىئءإزضثغظآؤ',
        others: 'پچگژـ',
        bits: 0,
        pairs:
          'ال لا لم ان ية ات من ين لت ها في رة ير نا را ون لي ما يا يد قر عق قد تق عر رض ور سي طل لب جد دو ول مل لف صو شه اد دة مح مع يم ري تر بي كت لل',
      },
    ]),
  },
  { charset: 'windows-874', isLatin: false, relatives: [], prior: 6, price: thai },
  {
    charset: 'windows-1257',
    isLatin: true,
    relatives: ['iso-8859-13', 'iso-8859-4'],
    prior: 4,
    price: latin([
      ['āšēīūžļņģķč', 0],
      ['ėšąųįžūęč', 0],
      ['äõüöšž', 1],
    ]),
  },
];
