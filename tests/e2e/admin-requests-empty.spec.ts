import { expect, inquire, row, test } from './admin'
import { shareStudio } from './fixtures'

shareStudio()

test('a list without records says so, and one without matches says so differently', async ({
  page,
  studio,
}) => {
  await page.goto('/admin')
  await expect(page.getByText('No records found')).toBeVisible()
  await inquire(studio, { name: 'Solitary Sam' })
  await expect(row(page, 'Solitary Sam')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search' }).fill('nobody at all')
  await expect(page.getByText('No records match your search')).toBeVisible()
})
