import { FirstStyles } from '@/app/styles/first-styles'
import { RestStyles } from '@/app/styles/rest-styles'
import { JsonLd } from '@/components/json-ld'
import { pageMetadata } from '@/lib/http/metadata'
import { Closing } from './_components/closing'
import { Faq } from './_components/faq'
import { Hero } from './_components/hero'
import { InWriting } from './_components/in-writing'
import { Packages } from './_components/packages'
import { Portfolio } from './_components/portfolio'
import { HowWeWork } from './_components/how-we-work'
import { Reasons } from './_components/reasons'
import { Services } from './_components/services'
import { Support } from './_components/support'
import { ToolStrip } from './_components/tool-strip'

export const metadata = pageMetadata('home')

export default function HomePage() {
  return (
    <>
      <FirstStyles of="landing" />
      <Hero />
      <ToolStrip />
      <RestStyles />
      <Services />
      <Reasons />
      <Packages>
        <InWriting />
      </Packages>
      <Support />
      <Portfolio />
      <HowWeWork />
      <Faq />
      <Closing />
      <JsonLd page="home" />
    </>
  )
}
