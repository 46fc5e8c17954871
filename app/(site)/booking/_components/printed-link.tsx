import { useHydrated } from '@/components/use-hydrated'
import { manage } from '@/lib/content/manage'
import { site } from '@/lib/content/studio'

export function PrintedLink({ path }: { path: string }) {
  const origin = useHydrated() ? location.origin : site.url
  return <p className="printed [overflow-wrap:anywhere]">{`${manage.printed} ${origin}${path}`}</p>
}
