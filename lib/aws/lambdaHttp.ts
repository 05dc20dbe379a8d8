// HTTP inside Lambda: from an event of an HTTP API (payload 2.0) or a function URL, which have one form, to a Request,
// and from a Response to what Lambda is to return. What a request means is not known here.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html

import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

type Context = APIGatewayProxyEventV2['requestContext'];

/** What is read of an event; what emulators and function URLs leave out, or give as null, may be missing. */
export interface HttpEvent extends Pick<APIGatewayProxyEventV2, 'rawPath'> {
  readonly rawQueryString?: APIGatewayProxyEventV2['rawQueryString'] | null;
  /** Repeated headers are joined by commas. */
  readonly headers?: APIGatewayProxyEventV2['headers'] | null;
  readonly body?: APIGatewayProxyEventV2['body'] | null;
  readonly isBase64Encoded?: APIGatewayProxyEventV2['isBase64Encoded'] | null;
  readonly requestContext: Pick<Context, 'domainName' | 'requestId'> & {
    readonly http: Pick<Context['http'], 'method'>;
  };
}

/** What Lambda returns; headers by lower-case name. */
export interface HttpResult extends APIGatewayProxyStructuredResultV2 {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly isBase64Encoded: boolean;
}

/** Methods that the Request class does not take; they are refused as any other that is not POST. */
const unspeakable = new Set(['CONNECT', 'TRACE', 'TRACK']);
/** RFC 9110, section 5.6.2. */
const token = /^[\w!#$%&'*+.^`|~-]+$/;
const bodiless = new Set(['GET', 'HEAD']);

/** The request of an event. Never throws: what HTTP does not allow is left out of it, and missed by whoever needs it. */
export function requestOf(event: HttpEvent): Request {
  const sent = event.requestContext.http.method.toUpperCase();
  const method = unspeakable.has(sent) || !token.test(sent) ? 'OPTIONS' : sent;
  const body = bodiless.has(method) ? null : bodyOf(event);
  return new Request(urlOf(event), { method, headers: headersOf(event), body });
}

function urlOf({ rawPath, rawQueryString, requestContext }: HttpEvent): URL {
  // The setters encode, so that neither a decoded path nor a query can become another part of the URL.
  const url = new URL('https://unknown.invalid');
  url.hostname = requestContext.domainName;
  url.pathname = rawPath;
  url.search = rawQueryString ?? '';
  return url;
}

function headersOf({ headers }: HttpEvent): Headers {
  const kept = new Headers();
  for (const [name, value] of Object.entries(headers ?? {})) {
    try {
      if (value !== undefined) kept.append(name, value);
    } catch {
      // Not a header by RFC 9110, section 5: nobody could ask for it.
    }
  }
  return kept;
}

function bodyOf({ body, isBase64Encoded }: HttpEvent): Uint8Array<ArrayBuffer> | null {
  if (body === undefined || body === null) return null;
  return Uint8Array.from(Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'));
}

/** What Lambda returns for a response. A body that is not text goes as base64. */
export async function resultOf(response: Response): Promise<HttpResult> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const isText = /^(text\/|application\/json\b)/.test(response.headers.get('content-type') ?? 'text/plain');
  return {
    statusCode: response.status,
    headers: Object.fromEntries(response.headers),
    body: bytes.toString(isText ? 'utf8' : 'base64'),
    isBase64Encoded: !isText,
  };
}
