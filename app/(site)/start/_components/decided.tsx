import { startResult } from '@/lib/content/start'
import type { Result } from '@/lib/start/result'

export function Decided({ reasons }: Pick<Result, 'reasons'>) {
  return (
    <>
      <h2 className="font-medium text-muted-foreground">
        {reasons.length === 1 ? startResult.because.one : startResult.because.more}
      </h2>
      <dl className="decided">
        {reasons.map(({ question, answer, why }) => (
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
