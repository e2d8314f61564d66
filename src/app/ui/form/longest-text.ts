import * as z from 'zod/mini'

type Schema = z.core.$ZodType

/** The most characters that a form's schema takes in a field, such as `name` or `links.0.name`; undefined where it sets no limit. */
export function longestText(schema: Schema, field: string): number | undefined {
  return lengthOf(field.split('.').reduce<Schema | undefined>((within, name) => within && partOf(within, name), schema))
}

/** The schema of a property, or of an entry of a list. Of a pipe it is that of what is typed, or of the outcome where the first step only transforms. */
function partOf(schema: Schema, name: string): Schema | undefined {
  if (schema instanceof z.core.$ZodObject) return schema._zod.def.shape[name]
  if (schema instanceof z.core.$ZodArray) return schema._zod.def.element
  if (schema instanceof z.core.$ZodPipe) return partOf(schema._zod.def.in, name) ?? partOf(schema._zod.def.out, name)
  return undefined
}

function lengthOf(schema: Schema | undefined): number | undefined {
  if (schema instanceof z.core.$ZodString) {
    const most = schema._zod.def.checks?.find((check) => check instanceof z.core.$ZodCheckMaxLength)
    return most?._zod.def.maximum
  }
  if (schema instanceof z.core.$ZodPipe) return lengthOf(schema._zod.def.in) ?? lengthOf(schema._zod.def.out)
  if (
    schema instanceof z.core.$ZodOptional ||
    schema instanceof z.core.$ZodNullable ||
    schema instanceof z.core.$ZodDefault
  )
    return lengthOf(schema._zod.def.innerType)
  return undefined
}
