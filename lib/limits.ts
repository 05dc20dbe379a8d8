// Every bound of the product in one place, each with its unit and its reason; they stand in limits/ by what they bound.
// Everybody else reads them here. The README's table is made from it.

import { archiveLimits } from './limits/archiveLimits.ts';
import { callLimits } from './limits/callLimits.ts';
import { documentLimits } from './limits/documentLimits.ts';
import { doorLimits } from './limits/doorLimits.ts';
import { mailLimits } from './limits/mailLimits.ts';
import { wordLimits } from './limits/wordLimits.ts';

export const limits = {
  ...mailLimits,
  ...documentLimits,
  ...wordLimits,
  ...archiveLimits,
  ...callLimits,
  ...doorLimits,
} as const;
