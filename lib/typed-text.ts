import { z } from 'zod'
import { atMost, cleanLine, cleanText } from './text'

/** `missing` is the sentence for an empty text; without it the text may be empty. */
const typed = (clean: (text: string) => string) => (max: number, missing?: string) =>
  z
    .string()
    .transform(clean)
    .refine((text) => missing === undefined || text !== '', missing)
    .refine(...atMost(max))

export const line = typed(cleanLine)
export const lines = typed(cleanText)
export const optionalLines = (max: number) => lines(max).transform((text) => text || undefined)
