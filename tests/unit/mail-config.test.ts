import { expect, test } from 'vitest'
import { mailIsOn, readMail, tasksSecrets } from '@/lib/mail/config'
import { chooseMail, describeMail } from '@/scripts/outbox'

const secret = 'abcdefghij'.repeat(4)
const server = {
  SMTP_URL: 'smtps://studio:hunter2@mail.example.com',
  MAIL_FROM: 'calls@example.com',
  MAIL_TO: 'us@example.com',
  OUTBOX_SECRET: secret,
  SITE_SECRET: `${'A'.repeat(43)}=`,
}

test('the mail server in SMTP_URL sends the mails; without one no mail goes out', () => {
  expect(readMail(server)).toEqual({
    kind: 'smtp',
    url: server.SMTP_URL,
    from: server.MAIL_FROM,
    to: server.MAIL_TO,
  })
  expect(readMail({ SMTP_URL: '', SITE_SECRET: server.SITE_SECRET })).toBeNull()
})

test.each([
  [{ MAIL_TO: '' }, 'SMTP_URL is set but MAIL_TO is not'],
  [{ SMTP_URL: '' }, 'MAIL_FROM is set but SMTP_URL is not'],
  [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL must be an address like'],
  [{ SMTP_URL: 'https://mail.example.com' }, 'SMTP_URL must be an address like'],
  [{ SMTP_URL: 'smtp://' }, 'SMTP_URL must be an address like'],
  [{ MAIL_FROM: 'Studio <calls@example.com>' }, 'MAIL_FROM must be one e-mail address'],
  [{ MAIL_TO: 'us@example.com, them@example.com' }, 'MAIL_TO must be one e-mail address'],
  [{ OUTBOX_SECRET: 'short' }, 'OUTBOX_SECRET must be at least 32'],
  [{ OUTBOX_SECRET: `${secret}\r\nX: y` }, 'OUTBOX_SECRET must be at least 32'],
  [{ CRON_SECRET: 'short' }, 'CRON_SECRET must be at least 32'],
  [{ SITE_SECRET: '' }, 'Mail needs SITE_SECRET'],
])('a half or wrong configuration is said in one sentence, without its secrets: %j', (change, sentence) => {
  const read = () => readMail({ ...server, ...change })
  expect(read).toThrow(sentence)
  for (const hidden of ['hunter2', secret, 'short']) expect(read).not.toThrow(hidden)
})

const here = { dataDir: '/data', origin: 'http://localhost:3000' }

test('with the embedded Supabase and no mail server mails are kept as files, and pages promise none', () => {
  const { config, env } = chooseMail({ SITE_SECRET: server.SITE_SECRET }, here)
  expect(config).toMatchObject({
    kind: 'files',
    folder: '/data/outbox',
    origin: here.origin,
  })
  expect(readMail(env)).toEqual(config)
  expect(describeMail(config)).toContain('/data/outbox')
  expect(chooseMail(server, here)).toMatchObject({ config: { kind: 'smtp' }, env: { OUTBOX_SECRET: secret } })
  expect(describeMail(readMail(server))).toBe('sent by mail.example.com')
  expect(chooseMail({}).config).toBeNull()
  expect(mailIsOn()).toBe(false)
})

test('with only OUTBOX_SECRET the site sends no mail, but still reads calendars', () => {
  expect(readMail({ OUTBOX_SECRET: secret })).toBeNull()
  expect(tasksSecrets({ OUTBOX_SECRET: secret, CRON_SECRET: secret })).toEqual([secret, secret])
  expect(() => readMail({ OUTBOX_SECRET: 'short' })).toThrow('OUTBOX_SECRET must be at least 32')
  expect(() => readMail({ ...server, OUTBOX_SECRET: '' })).toThrow('SMTP_URL is set but OUTBOX_SECRET is not')
  expect(tasksSecrets(chooseMail({}).env)).toHaveLength(1)
})
