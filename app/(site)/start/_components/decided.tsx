import { startResult } from '@/lib/content/start'
import type { Result } from '@/lib/start/result'

export function Decided({ because }: Pick<Result, 'because'>) {
  return (
    <>
      <h2 className="font-medium text-muted-foreground">
        {because.length === 1 ? startResult.because.one : startResult.because.more}
      </h2>
      <dl className="decided">
        {because.map(({ question, answer, why }) => (
          <div key={question}>
            <dt>
              <span>{question}</span> {answer}
            </dt>
            <dd>{why}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
