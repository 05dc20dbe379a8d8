// The part of JSON Schema (2020-12) that the tools publish. Types alone: nothing here validates. They are aliases, not
// interfaces, so that they are JSON values to whoever takes only those.

export type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';

export type JsonSchema = {
  /** Two types where the value may be null. */
  readonly type: JsonType | [JsonType, 'null'];
  readonly enum?: (string | null)[];
  readonly description?: string;
  readonly default?: string | number | boolean;
  readonly format?: 'date' | 'date-time' | 'uuid';
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: JsonSchema;
  readonly properties?: { readonly [name: string]: JsonSchema };
  readonly required?: string[];
  readonly additionalProperties?: false;
};

/** A schema whose root is an object, as MCP wants it of every tool. */
export type ObjectSchema = JsonSchema & {
  readonly type: 'object';
  readonly properties: { readonly [name: string]: JsonSchema };
};
