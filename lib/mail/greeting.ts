import { place } from '../content/place'

/** Without the name if it does not look like one. */
export function greeting(name: string): string {
  return `${place.letters.greeting}${isPlainName(name) ? ` ${name}` : ''},`
}

/** Mails leave out other texts: a spammer could otherwise send an advertisement as a name to any address. */
export function isPlainName(name: string): boolean {
  return /^[\p{L}\p{M} .’'-]{1,60}$/u.test(name) && !/\.[\p{L}\p{M}]/u.test(name)
}
