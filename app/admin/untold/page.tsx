import { mailIsOn } from '@/lib/mail/config'
import { listUntoldPeople } from '@/lib/requests/untold-people'
import { paths } from '@/lib/paths'
import { countRequests } from '@/lib/requests/list'
import type { Viewer } from '@/lib/supabase/auth'
import { BackToList } from '../_components/back-to-list'
import { PageFrame } from '../_components/page-frame'
import { Part } from '../_components/part-failure'
import { denied } from '../_components/denied'
import { keepPage } from '../_components/keep-page'
import { failuresOf, readPart } from '../queries'
import { UntoldPeople } from './_components/untold-people'

async function UntoldPage(_: object, viewer: Viewer) {
  const reads = await Promise.all([readPart(listUntoldPeople()), readPart(countRequests())])
  if (reads.some(({ isDenied }) => isDenied)) return denied(viewer.email, paths.untold)
  const [people, counts] = reads
  return (
    <PageFrame email={viewer.email} current="requests" counts={counts.data} failures={failuresOf(...reads)}>
      <div className="border-b border-border pb-2">
        <BackToList />
      </div>
      <Part failed={people.failure !== null} sentence="Who is not told could not be read.">
        <UntoldPeople people={people.data ?? []} mailed={mailIsOn()} />
      </Part>
    </PageFrame>
  )
}

export default keepPage(UntoldPage)
