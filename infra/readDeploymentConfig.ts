// Reads mailglob.yml as a deployment takes it, with an error that names the line.

import { UserError } from '../lib/errors.ts';
import { parseYamlConfig, readYamlConfig } from '../lib/yamlConfig.ts';
import { type DeploymentConfig, deploymentConfig } from './deploymentConfig.ts';

/** The configuration's file where nothing else is said. */
export const configFile = 'mailglob.yml';

/**
 * The configuration of a deployment.
 * @throws UserError with one line for each thing that is wrong
 */
export function readDeploymentConfig(path: string = configFile): DeploymentConfig {
  const config = readYamlConfig(path, deploymentConfig);
  if (config !== null) return config;
  throw new UserError(`${path} is missing: copy mailglob.example.yml to ${path} and change what is yours`);
}

/** The same for a text that was read. */
export const parseDeploymentConfig = (text: string, path: string = configFile): DeploymentConfig =>
  parseYamlConfig(text, path, deploymentConfig);
