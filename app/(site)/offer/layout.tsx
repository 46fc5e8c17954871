import { RestStyles } from '@/app/styles/rest-styles'

/** Waits for all styles, as for those of its document. */
export default function OfferLayout({ children }: { children: React.ReactNode }) {
  return (
    <>
      <RestStyles />
      {children}
    </>
  )
}
