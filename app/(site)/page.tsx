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

export default function HomePage() {
  return (
    <>
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
