import { useId } from 'react'

/** One subject of the settings: what it is, and beside it what can be set. */
export function SettingsSection({
  title,
  about,
  children,
}: {
  title: string
  about: React.ReactNode
  children: React.ReactNode
}) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-12 gap-y-5 border-t border-border pt-7 lg:grid-cols-[22rem_1fr]"
    >
      <div className="max-w-[34em]">
        <h3 id={id} className="text-lg font-semibold">
          {title}
        </h3>
        <div className="mt-1 grid gap-2 text-muted-foreground">{about}</div>
      </div>
      <div className="max-w-[40em] min-w-0">{children}</div>
    </section>
  )
}
