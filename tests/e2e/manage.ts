/** Helpers for the tests of a booking's own page. */
import type { Page } from '@playwright/test'
import { managePath } from '@/lib/booking/token'
import type { Studio } from '../studio'
import { book } from './admin'

/** The page's error. Next's own route announcer is outside of `main`. */
export const alert = (page: Page) => page.getByRole('main').getByRole('alert')

/** Books as a visitor does, and returns the path of the booking's own page. */
export async function bookLink(
  studio: Studio,
  booking: { name: string; date: string; nth?: number; message?: string; email?: string },
): Promise<string> {
  const { id } = await book(studio, booking)
  return linkOf(studio, id)
}

/** The path of a booking's own page, for a version of its link. */
export function linkOf(studio: Studio, id: string, version = 1): string {
  const path = managePath(id, version, studio.siteSecret)
  if (!path) throw new Error('The studio has no secret.')
  return path
}
