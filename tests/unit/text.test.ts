import { expect, test } from 'vitest'
import { cleanCode, cleanEmail, cleanLine, cleanPhone, cleanText, lengthOf } from '@/lib/text'

test('a name keeps people’s characters, and loses those that deceive or break a page', () => {
  expect(cleanLine('  Zoë 👩‍👩‍👧‍👦  Te Whāiti ')).toBe('Zoë 👩‍👩‍👧‍👦 Te Whāiti')
  expect(cleanLine('שרה כהן')).toBe('שרה כהן')
  expect(cleanLine('Ana\u202E\u2066gro.live\u2069')).toBe('Anagro.live')
  expect(cleanLine('Ana\r\nBcc: all@example.com')).toBe('Ana Bcc: all@example.com')
  expect(cleanLine('<script>alert(1)</script>')).toBe('<script>alert(1)</script>')
})

test('a letter and a mark are joined after an invisible character between them is removed', () => {
  expect(cleanText('e\u202A\u0301')).toBe('é')
})

test('a line that has only invisible characters becomes empty', () => {
  for (const line of ['', '   ', '\u00a0\u3000', '\u200b\u2060', '\u0000\u0007', '\ud800', '\r\n']) {
    expect(cleanLine(line), JSON.stringify(line)).toBe('')
  }
  // Hangul fillers, the empty Braille pattern, and other invisible letters and marks of Unicode.
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

test('a line loses invisible characters at its ends, except in an emoji or a Han character', () => {
  for (const invisible of ['\u200b', '\u200e', '\u2060\ufeff', '\u00ad', '\u00a0\u200d', '\u3164'])
    expect(cleanLine(` ${invisible} Ana ${invisible}`), JSON.stringify(invisible)).toBe('Ana')
  for (const line of [
    'Ana ❤\ufe0f',
    '葛\u{e0100}',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    'a\u200bb',
  ])
    expect(cleanLine(`${line}\u200b`)).toBe(line)
})

test('an e-mail address as people paste or type it becomes plain', () => {
  for (const typed of [
    'ana@gmail.com\u200b',
    'ana\u2060@gm\u00adail\u200b.com',
    '\u2068\u200eana@gmail.com\u200f',
    'mailto:ana@gmail.com',
    '\u200bMAILTO:\u200b ana@gmail.com',
    'Ana <ana@gmail.com>',
    '"Ana, O’Neil" <mailto:ana@gmail.com>;',
    '<ana@gmail.com>',
    'ａｎａ＠ｇｍａｉｌ．ｃｏｍ',
    'Ana　＜ana@gmail.com＞',
  ])
    expect(cleanEmail(typed), JSON.stringify(typed)).toBe('ana@gmail.com')
  expect(cleanEmail('ana２１@gmail.com')).toBe('ana21@gmail.com')
  expect(cleanEmail('mailto:')).toBe('')
  expect(cleanEmail('Ana <>')).toBe('')
  // Two addresses stay as typed: the form cannot know which one is meant.
  const two = 'Ana <ana@gmail.com>, Bea <bea@gmail.com>'
  expect(cleanEmail(two)).toBe(two)
})

test('a pasted code is six plain digits, whatever dashes, spaces and digits it has', () => {
  for (const typed of ['123 456', '123-456', '123\u2011456', '１２３４５６', '\u200b123\u200b456', '١٢٣ ٤٥٦'])
    expect(cleanCode(typed), JSON.stringify(typed)).toBe('123456')
  expect(cleanCode('12345x')).toBe('12345x')
})

test('a pasted phone number becomes plain, whatever dashes, spaces and digits it has', () => {
  for (const typed of [
    '+64 21 555\u20110100', // no-break hyphen
    '+64\u202f21\u00a0555–0100',
    '\u202a+64 21 555−0100\u202c\u200b',
    '\u200e+64\u200b 21 555\u20100100',
    '＋６４ ２１ ５５５－０１００',
    '+٦٤ ٢١ ٥٥٥-٠١٠٠',
    '+६४ २१ ५५५-०१००',
    'tel:+64 21 555-0100',
  ])
    expect(cleanPhone(typed), JSON.stringify(typed)).toBe('+64 21 555-0100')
})

test('a message keeps its lines, whatever system it comes from', () => {
  expect(cleanText('\n one\r\ntwo\rthree\n\n\tfour \u0000')).toBe('one\ntwo\nthree\n\n\tfour')
})

test('the site counts characters as the database does', () => {
  expect(lengthOf('𝒜👍é')).toBe(3)
})

test('endless marks on a letter are cut, so that no text is slow; marks that people use stay', () => {
  expect(cleanText(`a${'\u0301'.repeat(20_000)}${'\u0316'.repeat(20_000)}b`)).toBe(
    `á${'\u0301'.repeat(29)}b`.normalize('NFC'),
  )
  expect(cleanText('Z̤͔͗a̶͎͝')).toBe('Z̤͔͗a̶͎͝'.normalize('NFC'))
})
