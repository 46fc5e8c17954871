import { expect, test } from 'vitest'
import { cleanLine, cleanText, lengthOf } from '@/lib/text'

test('a name keeps what people write with and loses what can deceive or break a page', () => {
  expect(cleanLine('  Zoë 👩‍👩‍👧‍👦  Te Whāiti ')).toBe('Zoë 👩‍👩‍👧‍👦 Te Whāiti')
  expect(cleanLine('שרה כהן')).toBe('שרה כהן')
  expect(cleanLine('Ana\u202E\u2066gro.live\u2069')).toBe('Anagro.live')
  expect(cleanLine('Ana\r\nBcc: all@example.com')).toBe('Ana Bcc: all@example.com')
  expect(cleanLine('<script>alert(1)</script>')).toBe('<script>alert(1)</script>')
})

test('letters and marks that a removed character kept apart are composed', () => {
  expect(cleanText('e\u202A\u0301')).toBe('é')
})

test('a line without anything to see is empty', () => {
  for (const line of ['', '   ', '\u00a0\u3000', '\u200b\u2060', '\u0000\u0007', '\ud800', '\r\n']) {
    expect(cleanLine(line), JSON.stringify(line)).toBe('')
  }
  // Hangul fillers, the empty Braille pattern, and others that are letters or marks to Unicode but
  // show nothing.
  for (const line of [
    '\u3164',
    '\u2800 \u2800',
    '\u115f\u1160\uffa0',
    '\u034f',
    '\ufe0f',
    '\u{e0100}',
    '\u17b4',
  ])
    expect(cleanLine(line), JSON.stringify(line)).toBe('')
  for (const line of ['❤\ufe0f', '⠠⠁⠝⠁⠀⠃', '김\u3164민']) expect(cleanLine(line)).toBe(line)
})

test('a message keeps its lines, whatever machine it was written on', () => {
  expect(cleanText('\n one\r\ntwo\rthree\n\n\tfour \u0000')).toBe('one\ntwo\nthree\n\n\tfour')
})

test('characters are counted as the database counts them', () => {
  expect(lengthOf('𝒜👍é')).toBe(3)
})

test('marks without end are cut, so that no text is slow to compose; those that people write stay', () => {
  expect(cleanText(`a${'\u0301'.repeat(20_000)}${'\u0316'.repeat(20_000)}b`)).toBe(
    `á${'\u0301'.repeat(29)}b`.normalize('NFC'),
  )
  expect(cleanText('Z̤͔͗a̶͎͝')).toBe('Z̤͔͗a̶͎͝'.normalize('NFC'))
})
