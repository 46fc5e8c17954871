import { useEffect } from 'react'
import { toast, Toaster } from 'sonner'

/** Shows a success toast when it is mounted; loaded when the first one is needed. */
export default function SuccessToast({ message }: { message: string }) {
  useEffect(() => {
    toast.success('Success', { description: message })
  }, [message])
  return <Toaster position="bottom-center" />
}
