import { RestStyles } from '@/app/styles/rest-styles'

/** A call's own page waits for all styles, because what its first screen shows depends on the call. */
export default function ManageLayout({ children }: { children: React.ReactNode }) {
  return (
    <>
      <RestStyles />
      {children}
    </>
  )
}
