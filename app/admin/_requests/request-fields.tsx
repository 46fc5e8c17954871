export function Fields({ children }: { children: React.ReactNode }) {
  return (
    <dl className="grid grid-cols-[5.5rem_1fr] gap-x-4 gap-y-2.5 [overflow-wrap:anywhere] [&_a]:text-brand [&_a]:underline [&_a]:underline-offset-3 [&_dt]:text-muted-foreground">
      {children}
    </dl>
  )
}

export function Field({ name, ...value }: { name: string } & React.ComponentProps<'dd'>) {
  return (
    <>
      <dt>{name}</dt>
      <dd {...value} />
    </>
  )
}
