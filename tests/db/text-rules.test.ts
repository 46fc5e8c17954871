import { describe, expect, test } from 'vitest'
import { onEachDatabase, setUpOnce } from './databases'
import { addDailySlot, book, dateIn, inquire } from './fixtures'
import { admin, errorCode } from './test-database'

const long = (length: number) => 'x'.repeat(length)
const spaces = {
  'nothing at all': '',
  spaces: '   ',
  'a no-break space': '\u00a0',
  'an ideographic space': '\u3000',
  tabs: '\t\t',
}
const unclean = {
  'a space in front': ' Ana',
  'a space behind': 'Ana ',
  'a no-break space behind': 'Ana\u00a0',
  'a byte order mark in front': '\ufeffAna',
  'a bell': 'A\u0007na',
  'an escape': 'A\u001bna',
  'a delete': 'A\u007fna',
  'a C1 control': 'A\u0085na',
  'a carriage return': 'A\rna',
  'a bidi override': 'A\u202ena',
  'a bidi isolate': 'A\u2066na',
  'a letter taken apart (not NFC)': 'Zoe\u0308',
}

const refused: Record<'name' | 'email' | 'message', Record<string, string | null>> = {
  name: {
    ...spaces,
    ...unclean,
    'a line break': 'A\nna',
    'a tab': 'A\tna',
    '101 characters': long(101),
    null: null,
  },
  email: {
    ...spaces,
    'no @': 'ana.example.com',
    'two @': 'ana@ana@example.com',
    'a space behind': 'ana@example.com ',
    'a line break behind': 'ana@example.com\n',
    'a bidi override': 'ana\u202e@example.com',
    '255 characters': `${long(64)}@${long(186)}.com`,
    null: null,
  },
  message: { ...spaces, ...unclean, '5001 characters': long(5001) },
}
const accepted: Record<'name' | 'email' | 'message', Record<string, string | null>> = {
  name: {
    'one character': 'A',
    '100 characters': long(100),
    macrons: 'Ngāti Toa',
    quotes: `O'Brien "Bee"`,
    Braille: '⠁⠝⠁',
    'a heart with its variation': '❤\ufe0f',
    emoji: '🌊'.repeat(100),
  },
  email: {
    '254 characters': `${long(64)}@${long(185)}.com`,
    macrons: 'ngā@example.nz',
  },
  message: {
    null: null,
    '5000 characters': long(5000),
    'lines and tabs': 'One\n\n\ttwo',
    'right-to-left words': 'שלום',
  },
}
const cases = (table: typeof refused) =>
  Object.entries(table).flatMap(([field, values]) =>
    Object.entries(values).map(([what, value]) => ({ field, what, value })),
  )

onEachDatabase((db) => {
  let offer: { date: string; slot: string }
  setUpOnce(db, async () => {
    offer = { date: await dateIn(db, 30), slot: await addDailySlot(db, '05:00', '05:30') }
  })
  const insertBooking = (row: Record<string, string | null>) =>
    db.errorCode(
      'insert into public.bookings (name, email, message, date, time_slot_id) values ($1, $2, $3, $4, $5)',
      ...[row.name, row.email, row.message, offer.date, offer.slot],
    )
  const insertInquiry = (row: Record<string, string | null>) =>
    db.errorCode(
      'insert into public.inquiries (name, email, message) values ($1, $2, $3)',
      row.name,
      row.email,
      row.message,
    )
  const valid = { name: 'Ana', email: 'ana@example.com', message: null }

  describe('both functions and the tables themselves refuse', () => {
    test.each(cases(refused))('$field: $what', async ({ field, value }) => {
      const row = { ...valid, [field]: value }
      expect(await errorCode(book(db, { ...row, ...offer }))).toBe(`invalid_${field}`)
      expect(await errorCode(inquire(db, row))).toBe(`invalid_${field}`)
      const byTheTable = value === null ? '23502' : '23514'
      expect(await insertBooking(row)).toBe(byTheTable)
      expect(await insertInquiry(row)).toBe(byTheTable)
    })
  })

  test.each([`${long(65)}@example.com`, 'ana@example..com', '"ana"@example.com'])(
    'no visitor sends the e-mail %s, but a row that has it from before is still confirmed',
    async (email) => {
      expect(await errorCode(book(db, { email, ...offer }))).toBe('invalid_email')
      expect(await errorCode(inquire(db, { email }))).toBe('invalid_email')
      expect(await insertBooking({ ...valid, email })).toBe('accepted')
      const confirm = `update public.bookings set status = 'confirmed' where status = 'pending' returning email`
      expect(await db.rowsAs(admin, confirm)).toEqual([{ email }])
    },
  )

  test.each(['\u3164', '\u2800 \u2800'])(
    'no visitor can send the invisible name %j; a stored row with it can still be confirmed',
    async (name) => {
      expect(await errorCode(book(db, { name, ...offer }))).toBe('invalid_name')
      expect(await errorCode(inquire(db, { name }))).toBe('invalid_name')
      expect(await insertBooking({ ...valid, name })).toBe('accepted')
      const confirm = `update public.bookings set status = 'confirmed' where status = 'pending' returning name`
      expect(await db.rowsAs(admin, confirm)).toEqual([{ name }])
    },
  )

  test.each(cases(accepted))('accepted unchanged: $field: $what', async ({ field, value }) => {
    const row = { ...valid, [field]: value }
    expect(await book(db, { ...row, ...offer })).toMatchObject(row)
    expect(await inquire(db, row)).toMatchObject(row)
  })
})
