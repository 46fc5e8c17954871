import { formatISO } from 'date-fns/formatISO'
import { parseISO } from 'date-fns/parseISO'

/** A studio date as the day picker takes it: a local Date, which only carries it, whatever the machine's zone. */
export function toLocal(date: string): Date {
  return parseISO(date)
}

/** The studio date that a Date of the day picker carries. */
export function toStudio(local: Date): string {
  return formatISO(local, { representation: 'date' })
}
