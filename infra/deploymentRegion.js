// The region of mailglob.yml, for serverless.yml, which wants it before plugins are asked for anything. JavaScript, since
// osls reads a module of no other ending. What is wrong with the file is said by the plugin, in our own words and lines.

import { configFile, readDeploymentConfig } from './readDeploymentConfig.ts';

function readRegion() {
  try {
    return readDeploymentConfig(process.env.MAILGLOB_CONFIG || configFile).region ?? null;
  } catch {
    return null;
  }
}

/** Null where the file names none, or cannot be read. */
export const region = readRegion();
