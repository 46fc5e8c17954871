import { book, chooseAction, expect, test } from './admin'
import { shareStudio } from './fixtures'

// Nobody is at home there: what an admin reads does not depend on it.
const env = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'calls@studio.test',
  MAIL_TO: 'us@studio.test',
  OUTBOX_SECRET: 'kelp'.repeat(10),
}
shareStudio()

test('where mail is sent, an admin who cancels reads that the person is told by email', async ({
  page,
  studio,
}) => {
  const site = await studio.anotherSite(env)
  await book(studio, { name: 'Told Tia', date: '2026-12-15' })
  await page.goto(`${site.url}/admin`)
  await chooseAction(page, 'Told Tia', 'Cancel booking')
  await expect(page.getByRole('alertdialog')).toContainText(
    'The person is told by email in a minute, unless you undo it.',
  )
  await page.close()
  await site.close()
})
