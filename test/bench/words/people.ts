// Those who write the made mails: names, addresses, and what their programs put below what they write.

import type { Random } from './random.ts';

export interface Person {
  readonly name: string;
  readonly address: string;
  /** Lines below a signature mark; null for one who has none. */
  readonly signature: string | null;
  /** A paragraph that his employer puts below everything; null for none. */
  readonly footer: string | null;
}

/** Whose mailbox it is. */
export const owner: Person = {
  name: 'Alexandra Weiss',
  address: 'alexandra.weiss@northgate.example',
  signature: 'Alexandra Weiss\nNorthgate Instruments\n+44 20 7946 0018',
  footer: null,
};

const first =
  'Anna Ben Carla Daniel Elena François Greta Hanif Ines Jürgen Kofi Laura Marek Nadia Olivier Priya Quentin Rosa Søren Tomasz Ursula Victor Wei Ximena Yusuf Zoë Amara Bjørn Chiara Dmitri Esther Farid Giulia Henrik Isabel Jonas Katarzyna Liam Mei Noah Oksana Paolo Ravi Sofia Thomas Ulrike Vera William Yara Zdeněk'.split(
    ' ',
  );
const last =
  'Abbott Becker Castillo Dubois Eriksen Fontaine Gallagher Hoffmann Ivanova Jensen Kowalski Lindqvist Moreau Nakamura Okafor Petrov Quinn Ramirez Schneider Takahashi Ueda Vasquez Whitfield Xu Yamamoto Zimmermann Adeyemi Bergström Chaudhry Delacroix Engström Fischer Gruber Hashimoto Iqbal Janssen Keller Larsson Müller Novák Olsen Patel Richter Svensson Tanaka Urban Virtanen Weber Yılmaz Zhang'.split(
    ' ',
  );
const firms =
  'harbour-logistics meridian-labs tessera-print northgate oakfield-legal bluewater-pumps castellan-optics delta-freight evergreen-care fathom-marine granite-works helix-bio indigo-studio junction-rail kestrel-air lantern-books maple-foods nimbus-hosting orchard-bank pioneer-tools quarry-stone rivermill-paper summit-health tidewater-energy union-textiles vantage-travel westbrook-college yarrow-farms zenith-audio lists.openhardware'.split(
    ' ',
  );
const roles =
  'Purchasing|Accounts payable|Project manager|Field engineer|Legal counsel|Quality assurance|Sales|Operations|Research|Customer service'.split(
    '|',
  );

const disclaimer = (firm: string): string =>
  `This message and any attachments are confidential and intended only for the addressee. If you are not the intended recipient, please notify ${firm} and delete it.`;
const listFooter = (firm: string): string =>
  `_______________________________________________\ndiscuss mailing list\ndiscuss@${firm}.example\nhttps://${firm}.example/mailman/listinfo/discuss`;

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();

/** So many, the first of whom write most. */
export function makePeople(random: Random, count: number): readonly Person[] {
  const people: Person[] = [];
  const taken = new Set([owner.address]);
  while (people.length < count) {
    const [given, family] = [first[random.below(first.length)] ?? '', last[random.below(last.length)] ?? ''];
    const firm = firms[random.below(firms.length)] ?? '';
    const number = taken.has(`${plain(given)}.${plain(family)}@${firm}.example`) ? String(10 + random.below(90)) : '';
    const address = `${plain(given)}.${plain(family)}${number}@${firm}.example`;
    if (taken.has(address)) continue;
    taken.add(address);
    const name = `${given} ${family}`;
    const phone = `+${30 + random.below(60)} ${100 + random.below(900)} ${1_000_000 + random.below(9_000_000)}`;
    const role = roles[random.below(roles.length)] ?? '';
    people.push({
      name,
      address,
      signature: random() < 0.4 ? `${name}\n${role}, ${firm}\n${phone}` : null,
      footer: firm.startsWith('lists') ? listFooter(firm) : random() < 0.15 ? disclaimer(firm) : null,
    });
  }
  return people;
}
