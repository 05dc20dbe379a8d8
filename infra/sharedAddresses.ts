// Which addresses of an account another one takes too. SES hands a mail to every rule that names one of its recipients,
// so that mail for such an address would lie in both accounts, read by callers of either.

interface Account {
  readonly id: string;
  readonly addresses: readonly string[];
}

export interface SharedAddress {
  /** Of the address, from the top of the configuration. */
  readonly path: (string | number)[];
  readonly says: string;
}

/** What takes the mail of an address, itself first: SES adds the address without its label, and the domain. */
function takersOf(address: string): readonly string[] {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at);
  const label = address.slice(0, at).indexOf('+');
  return [...new Set([address, ...(label < 0 ? [] : [`${address.slice(0, label)}${domain}`]), domain])];
}

/** One complaint for each address that is listed twice, or taken by another account. */
export function sharedAddresses(accounts: readonly Account[]): readonly SharedAddress[] {
  const owners = new Map<string, string>();
  const repeated: SharedAddress[] = [];
  for (const [i, { id, addresses }] of accounts.entries()) {
    for (const [j, address] of addresses.entries()) {
      const owner = owners.get(address.toLowerCase());
      const path = ['accounts', i, 'addresses', j];
      if (owner === undefined) owners.set(address.toLowerCase(), id);
      else if (owner === id) repeated.push({ path, says: 'is listed twice' });
      else repeated.push({ path, says: `is an address of account ${owner} already: its mail would lie in both` });
    }
  }
  const taken = accounts.flatMap(({ id, addresses }, i) =>
    addresses.flatMap((address, j) => {
      const [, ...wider] = takersOf(address.toLowerCase());
      const taker = wider.find(one => (owners.get(one) ?? id) !== id);
      if (taker === undefined) return [];
      const says = `is taken by '${taker}' of account ${owners.get(taker)} already: its mail would lie in both`;
      return [{ path: ['accounts', i, 'addresses', j], says }];
    }),
  );
  return [...repeated, ...taken];
}
