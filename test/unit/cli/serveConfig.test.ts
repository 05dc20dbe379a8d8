import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { deploymentConfig } from '../../../infra/deploymentConfig.ts';
import { serveConfig } from '../../../lib/cli/serveConfig.ts';
import { parseYamlConfig } from '../../../lib/yamlConfig.ts';

/** Every setting of a schema, `limits.burst` for one of a block. */
function settings(schema: z.core.$ZodType, prefix = ''): string[] {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).flatMap(([name, inner]) => {
    const below = typeof inner === 'object' && name === 'limits' ? Object.keys(inner.properties ?? {}) : [];
    return [`${prefix}${name}`, ...below.map(one => `${prefix}${name}.${one}`)];
  });
}

test('a gateway on this machine knows every setting that a deployment has', () => {
  expect(settings(serveConfig).toSorted()).toEqual(settings(deploymentConfig).toSorted());
  expect(settings(serveConfig).length).toBeGreaterThan(20);
});

test('it takes the annotated example with everything in it switched on', () => {
  const example = readFileSync('mailglob.example.yml', 'utf8').replace(/^# ((?: {2})*\w+:.*)$/gm, '$1');
  expect(parseYamlConfig(example, 'mailglob.yml', serveConfig).limits.callsPerMinute).toBe(600);
});
