export function WhatComesNext({ steps }: { steps: readonly { title: string; text: string }[] }) {
  return (
    <ol>
      {steps.map(({ title, text }, at) => (
        <li key={title} className="mt-3 flex gap-3 first:mt-0">
          <span aria-hidden className="w-5 shrink-0 text-title font-semibold text-brand">
            {at + 1}
          </span>
          <div className="min-w-0">
            <b className="font-semibold">{title}</b>
            <p className="[overflow-wrap:anywhere] text-muted-foreground">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}
