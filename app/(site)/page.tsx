import { JsonLd } from '@/components/json-ld'
import { pageMetadata } from '@/lib/metadata'
import { Closing } from './_components/closing'
import { Faq } from './_components/faq'
import { Hero } from './_components/hero'
import { Packages } from './_components/packages'
import { Portfolio } from './_components/portfolio'
import { Process } from './_components/process'
import { Reasons } from './_components/reasons'
import { Services } from './_components/services'
import { Support } from './_components/support'
import { ToolStrip } from './_components/tool-strip'

export const metadata = pageMetadata('home')

export default function HomePage() {
  return (
    <>
      <JsonLd page="home" />
      <Hero />
      <ToolStrip />
      <Services />
      <Reasons />
      <Packages />
      <Support />
      <Portfolio />
      <Process />
      <Faq />
      <Closing />
    </>
  )
}
