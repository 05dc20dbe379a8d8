// All sample mails in order of date.

import { lists } from './content/lists.ts';
import { year2019 } from './content/year2019.ts';
import { year2020 } from './content/year2020.ts';
import { year2021 } from './content/year2021.ts';
import { year2022 } from './content/year2022.ts';
import { year2023 } from './content/year2023.ts';
import { year2024 } from './content/year2024.ts';
import { year2025 } from './content/year2025.ts';
import { year2026 } from './content/year2026.ts';
import type { Mail } from './mail.ts';

export const samples: readonly Mail[] = [
  ...year2019,
  ...year2020,
  ...year2021,
  ...year2022,
  ...year2023,
  ...year2024,
  ...year2025,
  ...year2026,
  ...lists,
].toSorted((a, b) => (a.receivedAt ?? 0) - (b.receivedAt ?? 0));
