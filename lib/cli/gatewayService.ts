// Puts together what every way of serving on this machine shares: the tools over the local archive.

import type { Archive } from '../archive/archive.ts';
import type { LocalConfig } from '../config.ts';
import type { Service } from '../gateway/callTool.ts';
import { stderrLog } from '../log.ts';
import { tools } from '../tools/tools.ts';
import { localEnvironment } from './localEnvironment.ts';
import { packageVersion } from './packageRoot.ts';

/** The tools over an archive, logging to standard error. */
export const gatewayService = async (archive: Archive, config: LocalConfig): Promise<Service> => ({
  version: packageVersion(),
  tools,
  environment: await localEnvironment(archive, config),
  log: stderrLog,
});
