// An assistant by a library of the Model Context Protocol: it signs on, or has a token, and calls a tool.
// Each step is a line of JSON on standard output; the address to which its person's browser was sent comes on standard input.

import { createInterface } from "node:readline";

const [library, url, token] = process.argv.slice(2);
const whole = library === "@modelcontextprotocol/client";
const { Client } = await import(whole ? library : `${library}/client/index.js`);
const { StreamableHTTPClientTransport } = await import(whole ? library : `${library}/client/streamableHttp.js`);
const answers = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const BACK = "http://127.0.0.1:33418/callback";
const ASKED = {
  client_name: library,
  redirect_uris: [BACK, "http://192.168.1.7/callback"],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  token_endpoint_auth_method: "client_secret_post",
  scope: "tasks:read events:read logs:read offline_access",
};
const kept = {};
const revisions = new Set();

function say(step) {
  console.log(JSON.stringify(step));
}

class Person {
  redirectUrl = BACK;
  clientMetadata = ASKED;
  clientInformation = () => kept.client;
  saveClientInformation = (client) => void (kept.client = client);
  tokens = () => kept.tokens;
  saveTokens = (tokens) => void (kept.tokens = tokens);
  codeVerifier = () => kept.verifier;
  saveCodeVerifier = (verifier) => void (kept.verifier = verifier);
  discoveryState = () => kept.discovery;
  saveDiscoveryState = (discovery) => void (kept.discovery = discovery);
  redirectToAuthorization = (address) => say({ authorize: address.href });
}

const fetched = globalThis.fetch;
globalThis.fetch = async (address, options) => {
  const answer = await fetched(address, options);
  if (String(options?.body).includes('"initialize"') && answer.ok) {
    revisions.add((await answer.clone().json()).result?.protocolVersion);
  }
  const said = new Headers(options?.headers).get("mcp-protocol-version");
  if (answer.ok && said && options?.method === "POST") revisions.add(said);
  return answer;
};

function transport() {
  const how = token
    ? { requestInit: { headers: { Authorization: `Bearer ${token}` } } }
    : { authProvider: new Person() };
  return new StreamableHTTPClientTransport(new URL(url), how);
}

async function connected() {
  const first = transport();
  const client = new Client({ name: library, version: "1" }, { capabilities: {} });
  try {
    await client.connect(first);
    return client;
  } catch (fault) {
    if (token || !kept.verifier || kept.tokens) throw fault;
    const back = new URL((await answers.next()).value).searchParams;
    await first.finishAuth(back.get("code"), back.get("iss"));
    return connected();
  }
}

const client = await connected();
const tools = (await client.listTools()).tools.map((tool) => tool.name);
const day = await client.callTool({ name: "my_day", arguments: {} });
say({ revisions: [...revisions], tools, day: JSON.parse(day.content.at(-1).text), granted: kept.tokens?.scope ?? null });
process.exit(0);
