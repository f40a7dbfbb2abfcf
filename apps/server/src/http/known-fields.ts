import type { TSchema } from 'typebox';

type Cleaner = (value: unknown) => unknown;

const asItIs: Cleaner = (value) => value;

interface SchemaShape {
  readonly properties?: Record<string, TSchema>;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
  readonly additionalProperties?: unknown;
  readonly patternProperties?: unknown;
}

/**
 * A function that copies a checked value with the described fields only, made once per schema: the schema library's
 * own cleaning walks the schema again for every request. Expects a value that fits the schema.
 */
export function knownFields(schema: TSchema): Cleaner {
  const shape = schema as SchemaShape;
  if (shape.properties && !shape.patternProperties && shape.additionalProperties === undefined) {
    const fields = Object.entries(shape.properties).map(([name, part]) => [name, knownFields(part)] as const);
    return (value) => {
      const kept: Record<string, unknown> = {};
      for (const [name, clean] of fields) {
        const field = (value as Record<string, unknown>)[name];
        if (field !== undefined) kept[name] = clean(field);
      }
      return kept;
    };
  }
  if (shape.items && !Array.isArray(shape.items)) {
    const clean = knownFields(shape.items);
    return clean === asItIs ? asItIs : (value) => (value as unknown[]).map(clean);
  }
  if (shape.anyOf) {
    // Of a nullable object the object part cleans; other unions hold plain values in this contract.
    const objects = shape.anyOf.map(knownFields).filter((clean) => clean !== asItIs);
    const [clean] = objects;
    return clean ? (value) => (value === null || typeof value !== 'object' ? value : clean(value)) : asItIs;
  }
  return asItIs;
}
