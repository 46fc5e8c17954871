import type * as dates from '@/app/admin/_hours/date-actions'
import type * as slots from '@/app/admin/_hours/slot-actions'
import type * as weekly from '@/app/admin/_hours/weekly-actions'
import type * as calls from '@/app/admin/_requests/calls/call-actions'
import type * as owner from '@/app/admin/_requests/owner-actions'
import type * as list from '@/app/admin/_requests/status/actions'
import type * as undo from '@/app/admin/_requests/undo-actions'
import type * as requests from '@/app/admin/requests/actions'
import { addDays, dateAt } from '@/lib/dates'
import { nodeClient } from '@/scripts/supabase-client'
import { client } from '../e2e/admin'
import { cookieOf, sessionOf, withPhone } from '../e2e/forged-sessions'
import { parseForm, postForm } from '../native-form'
import { raiseCaps, type Studio } from '../studio'
import { adminActions, adminAddresses, NOBODY, press } from './actions'
import { expect, shareStudio, test } from './fixtures'

shareStudio({
  sql: `${raiseCaps} insert into inquiries (name, email) values ('Whero Hidden', 'whero@hidden.example')`,
})

const hidden = /Whero|hidden\.example/

type Actions = typeof dates &
  typeof slots &
  typeof weekly &
  typeof calls &
  typeof list &
  typeof owner &
  typeof undo &
  typeof requests
type Inputs = { [Name in keyof Actions]: Parameters<Actions[Name]>[0] }
const inputOf = (action: string) => (action === 'runFollowUp' ? ['undoActs', {}] : {})

const SIGNED_OUT = '"isSignedOut":true'

/** `readAgain` has its own results. It brings a member the page, which says why. */
function refusalOf(action: string, words: string) {
  if (action === 'readAgain' && words === SIGNED_OUT) return expect.stringContaining('"signed-out"')
  return expect.stringContaining(action === 'readAgain' ? 'This account is not an admin' : words)
}

/** Every row that an action could change. */
async function snapshot(studio: Studio) {
  const admin = await client(studio, studio.people.admin)
  const tables = ['requests', 'availability', 'recurring_availability', 'time_slots', 'offers'] as const
  const reads = await Promise.all(tables.map((table) => admin.from(table).select().throwOnError()))
  return JSON.stringify(reads.map(({ data }) => data.map((row) => JSON.stringify(row)).sort()))
}

test('a signed-out person can run no action of the admin, and learns no one’s name', async ({ studio }) => {
  const before = await snapshot(studio)
  const actions = adminActions()
  expect(actions.length).toBeGreaterThan(40)
  for (const action of actions) {
    const { text } = await press(studio, action, inputOf(action[0]))
    expect(text, action[0]).not.toMatch(hidden)
    expect(text, action[0]).toEqual(refusalOf(action[0], SIGNED_OUT))
  }
  const addresses = adminAddresses()
  expect(addresses.length).toBeGreaterThan(5)
  for (const address of addresses) {
    const response = await fetch(studio.url + address, { redirect: 'manual' })
    expect([307, 401], address).toContain(response.status)
    expect(await response.text(), address).not.toMatch(hidden)
  }
  expect(await snapshot(studio), 'nothing changed').toBe(before)
})

test('a member without the admin role reads so, sees no data, can run no action and can log out', async ({
  studio,
}) => {
  const before = await snapshot(studio)
  // A member for this test only, because a logout ends all sessions.
  const member = { email: 'tane@studio.test', password: 'flax-along-the-fence' }
  const { auth } = nodeClient({ url: studio.supabaseUrl }, studio.secretKey)
  const { error } = await auth.admin.createUser({ ...member, email_confirm: true })
  expect(error).toBeNull()
  const cookie = cookieOf(await sessionOf(studio, member))
  for (const action of adminActions()) {
    const { text } = await press(studio, action, inputOf(action[0]), { cookie })
    expect(text, action[0]).not.toMatch(hidden)
    expect(text, action[0]).toEqual(refusalOf(action[0], 'Only an admin may do this.'))
  }
  for (const address of adminAddresses()) {
    const response = await fetch(studio.url + address, { headers: { cookie }, redirect: 'manual' })
    const text = await response.text()
    if (response.status === 200) expect(text, address).toContain('This account is not an admin')
    else expect([403, 404], address).toContain(response.status)
    expect(text, address).not.toMatch(hidden)
  }
  expect(await snapshot(studio), 'nothing changed').toBe(before)
  const page = `${studio.url}/admin`
  const { fields } = parseForm(await (await fetch(page, { headers: { cookie } })).text())
  await postForm(page, fields, [], { cookie })
  const response = await fetch(page, { headers: { cookie }, redirect: 'manual' })
  expect(response.headers.get('location')).toMatch(/^\/login/)
})

test('an admin who gave the password but not the code sees no data and can run no action', async ({
  studio,
}) => {
  const person = await withPhone(studio, 'koekoea')
  const session = await sessionOf(studio, person)
  const before = await snapshot(studio)
  const ask = (address: string, cookie: string, init: RequestInit = {}) =>
    fetch(studio.url + address, {
      redirect: 'manual',
      ...init,
      headers: { cookie, ...(init.headers as Record<string, string>) },
    })
  expect(await (await ask('/admin', cookieOf(person.session))).text(), 'with the code').toMatch(hidden)
  const files = ['/admin/export/requests.csv', '/admin/free-times?date=2027-03-01']
  const addresses = [...adminAddresses(), ...files]
  const cookie = cookieOf(session)
  for (const action of adminActions()) {
    const { text } = await press(studio, action, inputOf(action[0]), { cookie })
    expect(text, action[0]).not.toMatch(hidden)
    expect(text, action[0]).toEqual(refusalOf(action[0], SIGNED_OUT))
  }
  const asNextDoes: Record<string, string>[] = [
    {},
    { rsc: '1' },
    { rsc: '1', 'next-router-prefetch': '1' },
    { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' },
  ]
  for (const address of addresses) {
    for (const headers of asNextDoes) {
      const response = await ask(address, cookie, { headers })
      expect([307, 401], address).toContain(response.status)
      expect(await response.text(), address).not.toMatch(hidden)
    }
    // For a post without an action Next renders the page, and never redirects.
    const headers = { 'content-type': 'text/plain', origin: studio.url }
    const posted = await ask(address, cookie, { method: 'POST', body: 'x', headers })
    expect(await posted.text(), `POST ${address}`).not.toMatch(hidden)
  }
  const withoutPhone = cookieOf({ ...session, user: { ...session.user, factors: [] } })
  expect((await ask('/admin', withoutPhone)).status, 'the cookie’s own word on phones').toBe(307)
  expect(await snapshot(studio), 'nothing changed').toBe(before)
})

test('an admin who sends ids of no row changes nothing, and no result names a person', async ({ studio }) => {
  const [id, slotId] = [NOBODY, NOBODY]
  const [change, date, form] = [{ id, name: 'X', revision: 0 }, addDays(dateAt(), 7), { formId: id }]
  const made: Partial<Inputs> = {
    changeBookings: {
      changes: [{ ...change, seenStatus: 'pending', status: 'confirmed' }],
    },
    changeInquiries: { changes: [{ ...change, seenStatus: 'new', status: 'read' }] },
    undoActs: { of: 'booking', acts: [change] },
    changeLocation: { id, location: 'Here', seen: '' },
    changeOwner: { id, owner: id, seen: null, ...form },
    changeOutcome: { id, outcome: null, reason: '', ...form },
    addNote: { id, noteId: id, body: 'X' },
    editNote: { noteId: id, body: 'X' },
    setSlotOnDate: { date, slotId, isAvailable: false },
    setSlotOnWeekday: { weekday: 2, slotId, isAvailable: false },
    removeSlotFromWeekday: { weekday: 2, slotId },
    deleteSlot: { slotId, agreed: [] },
    restoreRemoved: {
      ...{ weekdays: [{ day_of_week: 2, time_slot_id: slotId, is_available: true }], dates: [] },
    },
  }
  const before = await snapshot(studio)
  const cookie = cookieOf(await sessionOf(studio, 'admin'))
  for (const [name, input] of Object.entries(made)) {
    const action = adminActions().find(([known]) => known === name)
    if (!action) throw new Error(`There is no action ${name}.`)
    const { text } = await press(studio, action, input, { cookie })
    const result = text.split('\n').find((line) => line.includes('"failed":'))
    expect(result, `${name}: ${text.slice(0, 200)}`).toBeTruthy()
    expect(result, name).not.toMatch(hidden)
  }
  expect(await snapshot(studio), 'nothing changed').toBe(before)
})

test('another site can run no action in an admin’s name', async ({ studio }) => {
  const before = await snapshot(studio)
  const cookie = cookieOf(await sessionOf(studio, 'admin'))
  for (const action of adminActions()) {
    const { status } = await press(studio, action, inputOf(action[0]), {
      cookie,
      origin: 'https://evil.example',
    })
    expect(status, action[0]).toBeGreaterThanOrEqual(400)
  }
  expect(await snapshot(studio), 'nothing changed').toBe(before)
})
