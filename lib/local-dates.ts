import { format } from 'date-fns/format'

/** A studio date as the day picker takes it: a local Date, which only carries it, whatever the machine's zone. */
export function toLocal(date: string): Date {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(year, month - 1, day)
}

/** The studio date that a Date of the day picker carries. */
export function toStudio(local: Date): string {
  return format(local, 'yyyy-MM-dd')
}
