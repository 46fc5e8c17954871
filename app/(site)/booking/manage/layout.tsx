import { RestStyles } from '@/app/styles/rest-styles'

/** Waits for all styles, because what the first screen shows depends on the call. */
export default function ManageLayout({ children }: { children: React.ReactNode }) {
  return (
    <>
      <RestStyles />
      {children}
    </>
  )
}
