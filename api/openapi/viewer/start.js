// The token that is typed in stays in the page: it is gone when the page is.
const PREFIX = "api/v1/";
const dark = matchMedia("(prefers-color-scheme: dark)");
const paint = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", paint);
paint();

SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#viewer",
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  persistAuthorization: false,
  tryItOutEnabled: true,
  validatorUrl: null,
  // The document's server may have another name than the one by which this page was reached, and its policy allows no other.
  requestInterceptor: (request) => {
    const at = request.url.indexOf(`/${PREFIX}`) + 1;
    return at ? { ...request, url: new URL(request.url.slice(at), document.baseURI).href } : request;
  },
});
