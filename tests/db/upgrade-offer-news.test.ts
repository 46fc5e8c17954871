import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyMigrations, applySeed, becomeHostedOwner, type EmptyDatabase, emptyDatabases } from './hosted'

/** The last migration before an answer to an offer was news. */
const BEFORE = '20261126115000'

const id = (letter: string) => `00000000-0000-4000-8000-00000000000${letter}`
const answers = `
  insert into public.inquiries (id, name, email, message)
  select id::uuid, name, lower(name) || '@example.com', 'An app, please'
  from (values ('${id('a')}', 'Ana'), ('${id('b')}', 'Bo'), ('${id('c')}', 'Cy'), ('${id('d')}', 'Di'), ('${id('e')}', 'Ed')) made (id, name);
  insert into public.offers (id, request_id, created_by, ended, ended_at)
  select i.id, i.id, 'admin@studio.test', case i.name when 'Cy' then 'declined' end, case i.name when 'Cy' then now() end
  from public.inquiries i;
  insert into public.offer_versions (offer_id, version, body, text, sha256, total_cents, sent_by, valid_until)
  select i.id, 1, '{"title": "An app"}', E'AN OFFER\n', '', 100000, 'admin@studio.test', private.studio_today() + case i.name when 'Ed' then -3 else 9 end
  from public.inquiries i;
  insert into public.offer_acceptances (offer_id, version, sha256, channel, typed_name, email, consent_text, accepted_at, keep_until)
  select i.id, 1, '', 'page', i.name, i.email, 'I accept it.', now() - interval '1 day', private.studio_today() + 2000
  from public.inquiries i where i.name in ('Ana', 'Bo');
  insert into private.waits (request_id, asked_at, visitor_act)
  select i.id, now() - interval '1 day', case i.name when 'Cy' then 'offer_declined' else 'offer_accepted' end
  from public.inquiries i where i.name not in ('Di', 'Ed');
  -- The studio wrote to Bo since.
  update private.waits set answered_at = now(), studio_act = 'replied' where request_id = '${id('b')}';
  do $$ begin perform private.update_turn(i.id) from public.inquiries i; end $$`

describe.each(emptyDatabases)('offers that were answered before the update, on $name', ({ open }) => {
  let db: EmptyDatabase
  beforeAll(async () => {
    db = await open()
    await db.exec('begin')
    await becomeHostedOwner(db.exec, 'offer_news_owner')
    await applyMigrations(db.exec, (version) => version <= BEFORE)
    await applySeed(db.exec)
    await db.exec(answers)
    await applyMigrations(db.exec, (version) => version > BEFORE)
  })
  afterAll(() => db.close())

  test('the acceptance that the studio has not answered is news, and what it has dealt with or expired before is not', async () => {
    expect(
      await db.rows(`
        select i.name, private.news_at(o) is not null as answered,
          private.news_at(o) is distinct from o.answer_done_at as news
        from public.offers o join public.inquiries i on i.id = o.request_id order by i.name`),
    ).toEqual([
      { name: 'Ana', answered: true, news: true },
      { name: 'Bo', answered: true, news: false },
      { name: 'Cy', answered: true, news: false },
      { name: 'Di', answered: false, news: false },
      { name: 'Ed', answered: true, news: false },
    ])
  })
})
