// The charsets that unlabelled bytes may be in, each with what text costs in it: models of scripts and languages, small
// and deliberately rough.

import { thai } from './alphabetPrices.ts';
import { arabic, cyrillic, greek, hebrew } from './alphabets.ts';
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
    prior: 4,
    price: greek,
  },
  { charset: 'iso-8859-7', isLatin: false, relatives: [], prior: 4.5, price: greek },
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
    price: hebrew,
  },
  {
    charset: 'windows-1256',
    isLatin: false,
    relatives: ['iso-8859-6'],
    prior: 4,
    price: arabic,
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
