import { ExternalLink, LogIn } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ConnectionView } from '../../../preload/contract.ts'
import { useSend } from '../../queries.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { Notice } from '../../ui/feedback/error-state.tsx'
import { catalogWords } from './words.ts'

/**
 * Signing in at a server: the gateway gives the address, the person opens it. Two presses, because only a link that
 * was pressed opens a new tab in every browser.
 */
export function SignIn({ connection }: { connection: ConnectionView }) {
  const signIn = useSend('connections.signIn')
  const link = useRef<HTMLAnchorElement>(null)
  const url = signIn.data?.url ?? null
  useEffect(() => {
    if (url !== null) link.current?.focus()
  }, [url])
  return (
    <div className="flex flex-col items-start gap-2">
      {url === null ? (
        <Button
          look="solid"
          disabled={signIn.isPending}
          icon={<LogIn aria-hidden size={14} />}
          onClick={() => signIn.mutate({ name: connection.name })}
        >
          {catalogWords.signIn}
        </Button>
      ) : (
        <>
          <ButtonLink
            ref={link}
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            look="solid"
            icon={<ExternalLink aria-hidden size={14} />}
          >
            {catalogWords.signInOpen(hostOf(url))}
          </ButtonLink>
          <p className="max-w-prose text-ink-muted">{catalogWords.signInWait}</p>
          <Button look="plain" size="small" onClick={() => signIn.mutate({ name: connection.name })}>
            {catalogWords.signInAnew}
          </Button>
        </>
      )}
      {signIn.error ? <Notice tone="failed">{signIn.error.message}</Notice> : null}
    </div>
  )
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}
