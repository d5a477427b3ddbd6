import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "@jest/globals";
import { ACCOUNT_PATHS } from "@skucast/auth-server/accounts/account-paths";
import { TOPOLOGY } from "@skucast/events/topology";
import { loadConfig } from "@skucast/service-kit/config";
import { METRICS } from "@skucast/service-kit/metric-names";
import { STOP_TIMEOUT_MS } from "@skucast/service-kit/run-process";
import { DRAIN_TIMEOUT_MS } from "@skucast/service-kit/service";
import { parse } from "yaml";
import { z } from "zod";
import { APP_NAMES, type AppName } from "./apps.js";
import { APP_SETTINGS } from "./testing/app-settings.js";
import { lintChart, type Manifest, renderChart, validateManifest } from "./testing/render-chart.js";

const MINIMAL = { publicUrl: "https://catalogue.shop.example" };
/** Values that enable every option. */
const FULL = {
  publicUrl: "https://catalogue.shop.example",
  fileStore: "s3://catalogue/runs",
  s3: { endpoint: "https://objects.shop.example" },
  secrets: {
    webhookKeys: { name: "webhook-keys" },
    mail: { name: "mail" },
    objectStore: { name: "object-store" },
    replica: { name: "replica" },
  },
  settings: { SKUCAST_BUS_NAMESPACE: "shop." },
  autoscaling: { cpu: true, keda: true },
  ingress: { enabled: true, className: "nginx", tlsSecretName: "tls" },
  gateway: { enabled: true, parentRefs: [{ name: "edge" }] },
  sftpService: { type: "LoadBalancer" },
  networkPolicy: { ingressFrom: [{ namespaceSelector: {} }] },
  monitoring: { serviceMonitor: true, rules: true, labels: { release: "prometheus" } },
  imagePullSecrets: [{ name: "registry" }],
  tolerations: [{ key: "batch", operator: "Exists" }],
  nodeSelector: { pool: "batch" },
  priorityClassName: "high",
};
/** What an administrator puts into the Secrets that the chart names. */
const KEY = Buffer.alloc(32).toString("base64");
const SECRETS: Readonly<Record<string, string>> = {
  DATABASE_URL: "postgresql://skucast:x@db/skucast",
  AMQP_URL: "amqp://skucast:x@broker",
  SKUCAST_ENCRYPTION_KEYS: `k1:${KEY}`,
  SKUCAST_METRICS_TOKEN: "token",
  SKUCAST_REPLICA_URL: "postgresql://skucast:x@replica/skucast",
  SKUCAST_SMTP_URL: "smtps://user:x@mail",
  SKUCAST_S3_ACCESS_KEY_ID: "id",
  SKUCAST_S3_SECRET_ACCESS_KEY: "secret",
};
/** Not among the values that are loaded, because these settings would need real keys. */
const PAIR = ["SKUCAST_WEBHOOK_KEYS", "SKUCAST_WEBHOOK_SEALING_KEY"];

const deploymentSchema = z.looseObject({
  spec: z.looseObject({
    template: z.looseObject({
      spec: z.looseObject({
        terminationGracePeriodSeconds: z.number().optional(),
        volumes: z.array(z.looseObject({ name: z.string() })),
        containers: z.array(
          z.looseObject({
            image: z.string(),
            env: z.array(z.looseObject({ name: z.string(), value: z.string().optional() })),
            volumeMounts: z.array(z.looseObject({ name: z.string(), mountPath: z.string() })),
          }),
        ),
      }),
    }),
  }),
});

const ingressSchema = z.looseObject({
  spec: z.looseObject({
    rules: z.array(
      z.looseObject({
        http: z.object({
          paths: z.array(
            z.looseObject({ path: z.string(), backend: z.object({ service: z.looseObject({ name: z.string() }) }) }),
          ),
        }),
      }),
    ),
  }),
});
const routeSchema = z.looseObject({
  spec: z.looseObject({
    rules: z.array(
      z.object({
        matches: z.array(z.object({ path: z.looseObject({ value: z.string() }) })),
        backendRefs: z.array(z.looseObject({ name: z.string() })),
      }),
    ),
  }),
});
const policySchema = z.looseObject({
  spec: z.looseObject({
    egress: z.array(
      z.object({ to: z.unknown().optional(), ports: z.array(z.looseObject({ port: z.number() })).optional() }),
    ),
  }),
});
/** Of the Gateway API before version 1.2. */
const HTTP_ROUTE_MATCHES_MAX = 8;
const OPERATIONS = readFileSync(
  fileURLToPath(new URL("../../../docs/operations.md", import.meta.url)),
  "utf8",
).replaceAll(/\s+/g, " ");

const all = { minimal: renderChart(MINIMAL), full: renderChart(FULL) };
const find = (manifests: Manifest[], kind: string, name: string) =>
  manifests.find((it) => it.kind === kind && it.metadata.name === name);
const names = (manifests: Manifest[], kind: string) =>
  manifests.filter((it) => it.kind === kind).map(({ metadata }) => metadata.name);

describe.each(["minimal", "full"] as const)("the chart with %s values", (which) => {
  test("passes helm lint, and each manifest is valid against the schema of its kind", () => {
    expect(lintChart(which === "minimal" ? MINIMAL : FULL)).toContain("0 chart(s) failed");
    for (const manifest of all[which]) {
      const { kind, metadata } = manifest;
      try {
        validateManifest(manifest);
      } catch (error) {
        throw new Error(`${kind} ${metadata.name}: ${String(error)}`);
      }
    }
  });

  test.each(APP_NAMES)("%s gets all settings that it needs, none that it does not read, and no privileges", (app) => {
    const deployment = deploymentSchema.parse(find(all[which], "Deployment", `shop-${app}`));
    const pod = deployment.spec.template.spec;
    const [container] = pod.containers;
    expect(container?.image).toMatch(new RegExp(`^skucast/${app}:`));
    const schema: z.ZodObject = APP_SETTINGS[app];
    const env = container?.env ?? [];
    expect(env.map(({ name }) => name).filter((name) => !(name in schema.shape))).toEqual([]);
    const given = env.filter(({ name }) => !PAIR.includes(name));
    const values = Object.fromEntries(given.map(({ name, value }) => [name, value ?? SECRETS[name]]));
    expect(() => loadConfig(schema, values)).not.toThrow();
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
    });
    expect(container).toMatchObject({
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      },
      readinessProbe: { httpGet: { path: "/readyz" } },
      livenessProbe: { httpGet: { path: "/healthz" } },
      resources: { requests: { cpu: expect.anything(), memory: expect.anything() } },
    });
    expect(find(all[which], "PodDisruptionBudget", `shop-${app}`)).toBeDefined();
    expect(find(all[which], "Service", `shop-${app}`)).toBeDefined();
    expect(find(all[which], "NetworkPolicy", `shop-${app}`)).toBeDefined();
  });

  test("contains no secret, only names of secrets", () => {
    const text = JSON.stringify(all[which]);
    for (const name of Object.keys(SECRETS)) expect(text).not.toMatch(new RegExp(`"name":"${name}","value":`));
  });
});

test("every app that sends mails gets the mail server", () => {
  const senders = APP_NAMES.filter((app) => "SKUCAST_MAIL_FROM" in APP_SETTINGS[app].shape);
  expect(senders).toContain("auth-server");
  for (const app of senders) {
    const { containers } = deploymentSchema.parse(find(all.full, "Deployment", `shop-${app}`)).spec.template.spec;
    expect(containers[0]?.env.map(({ name }) => name)).toContain("SKUCAST_SMTP_URL");
  }
});

test("folders that apps share are volumes of all of them; with an object store, only uploads are", () => {
  expect(names(all.minimal, "PersistentVolumeClaim").sort()).toEqual(["shop-files", "shop-uploads"]);
  expect(names(all.full, "PersistentVolumeClaim")).toEqual(["shop-uploads"]);
  const mountsOf = (app: AppName) =>
    deploymentSchema
      .parse(find(all.minimal, "Deployment", `shop-${app}`))
      .spec.template.spec.containers[0]?.volumeMounts.map(({ name }) => name);
  const readers = APP_NAMES.filter((app) => "SKUCAST_FILES_DIR" in APP_SETTINGS[app].shape);
  expect(APP_NAMES.filter((app) => mountsOf(app)?.includes("files"))).toEqual(readers);
  const receivers = APP_NAMES.filter((app) => "SKUCAST_UPLOADS_DIR" in APP_SETTINGS[app].shape);
  expect(APP_NAMES.filter((app) => mountsOf(app)?.includes("uploads"))).toEqual(receivers);
});

test("every app that reads the mail server's URL gets it", () => {
  const hasMail = (app: AppName) =>
    deploymentSchema
      .parse(find(all.full, "Deployment", `shop-${app}`))
      .spec.template.spec.containers[0]?.env?.some(({ name }) => name === "SKUCAST_SMTP_URL");
  const readers = APP_NAMES.filter((app) => "SKUCAST_SMTP_URL" in APP_SETTINGS[app].shape);
  expect(APP_NAMES.filter(hasMail)).toEqual(readers);
  expect(readers).toEqual(expect.arrayContaining(["auth-server", "importer", "webhook-dispatcher"]));
});

test("the migration runs as the owner before the installation and before each upgrade", () => {
  expect(find(all.minimal, "Job", "shop-migrate")).toMatchObject({
    metadata: { annotations: { "helm.sh/hook": "pre-install,pre-upgrade" } },
    spec: {
      template: {
        spec: {
          containers: [
            {
              command: ["node", "dist/cli.js", "migrate"],
              env: [
                { name: "DATABASE_URL", valueFrom: { secretKeyRef: { name: "skucast-database", key: "owner-url" } } },
              ],
            },
          ],
        },
      },
    },
  });
});

test("the migration may run where the apps may", () => {
  for (const [kind, name] of [
    ["Job", "shop-migrate"],
    ["Deployment", "shop-catalog-api"],
  ] as const) {
    const { tolerations, nodeSelector, priorityClassName } = FULL;
    const spec = { template: { spec: { tolerations, nodeSelector, priorityClassName } } };
    expect(find(all.full, kind, name)).toMatchObject({ spec });
  }
});

test("every pod trusts the authorities of a ConfigMap, for PostgreSQL too", () => {
  const manifests = renderChart({ ...MINIMAL, certificates: { configMap: "authorities" } });
  const pods = manifests.filter(({ kind }) => kind === "Job" || kind === "Deployment");
  expect(pods.length).toBe(APP_NAMES.length + 1);
  for (const pod of pods) {
    validateManifest(pod);
    const { containers, volumes } = deploymentSchema.parse(pod).spec.template.spec;
    expect(containers[0]?.env).toContainEqual({ name: "NODE_EXTRA_CA_CERTS", value: "/etc/skucast/ca.pem" });
    expect(containers[0]?.volumeMounts).toContainEqual({
      name: "certificates",
      mountPath: "/etc/skucast",
      readOnly: true,
    });
    const items = [{ key: "ca.pem", path: "ca.pem" }];
    expect(volumes).toContainEqual({ name: "certificates", configMap: { name: "authorities", items } });
  }
});

test("a number in the values reaches the app as it was written, however large it is", () => {
  const settings = { SKUCAST_QUOTA_PRODUCTS: 20_000_000, SKUCAST_QUOTA_CATALOG_BYTES: 75_000_000_000 };
  const apps = { importer: { autoscaling: { queues: [{ name: "importer.imports", length: 1_000_000 }] } } };
  const manifests = renderChart({ ...MINIMAL, settings, apps, autoscaling: { keda: true } });
  const { containers } = deploymentSchema.parse(find(manifests, "Deployment", "shop-importer")).spec.template.spec;
  const env = Object.fromEntries((containers[0]?.env ?? []).map(({ name, value }) => [name, value ?? SECRETS[name]]));
  expect(loadConfig(APP_SETTINGS.importer, env)).toMatchObject(settings);
  expect(find(manifests, "ScaledObject", "shop-importer")).toMatchObject({
    spec: { triggers: [{ metadata: { value: "1000000" } }] },
  });
});

test("only pods that use an object store may connect to its ports at any address, private ones included", () => {
  const portsAnywhere = (manifests: Manifest[], app: AppName) => {
    const { egress } = policySchema.parse(find(manifests, "NetworkPolicy", `shop-${app}`)).spec;
    return egress.filter(({ to }) => to === undefined).flatMap(({ ports = [] }) => ports.map(({ port }) => port));
  };
  const reach = (manifests: Manifest[]) => APP_NAMES.filter((app) => portsAnywhere(manifests, app).includes(443));
  expect(reach(all.minimal)).toEqual([]);
  expect(reach(all.full)).toEqual(APP_NAMES.filter((app) => "SKUCAST_FILE_STORE" in APP_SETTINGS[app].shape));
});

test("each path of the public URL is sent to the app that serves it, as docs/operations.md says for other proxies", () => {
  const ofAuthServer = ["/oauth", "/.well-known", "/connect", ...ACCOUNT_PATHS].sort();
  const ingress = ingressSchema.parse(find(all.full, "Ingress", "shop")).spec.rules.flatMap(({ http }) => http.paths);
  const toAuthServer = ingress.filter(({ backend }) => backend.service.name === "shop-auth-server");
  expect(toAuthServer.map(({ path }) => path).sort()).toEqual(ofAuthServer);
  const rules = routeSchema.parse(find(all.full, "HTTPRoute", "shop")).spec.rules;
  for (const { matches } of rules) expect(matches.length).toBeLessThanOrEqual(HTTP_ROUTE_MATCHES_MAX);
  const routed = rules.flatMap(({ matches, backendRefs: [to] }) => matches.map(({ path }) => [path.value, to?.name]));
  expect(routed.sort()).toEqual(ingress.map(({ path, backend }) => [path, backend.service.name]).sort());
  const [, documented = ""] = /feed-server, (`\/oauth`.*?) to auth-server/.exec(OPERATIONS) ?? [];
  expect([...documented.matchAll(/`([^`]+)`/g)].map(([, path]) => path).sort()).toEqual(ofAuthServer);
});

test("a pod may end in order: its period is longer than the delay of its app, the drain and the close together", () => {
  const values = { ...MINIMAL, settings: { SKUCAST_SHUTDOWN_DELAY: "1m" }, terminationGracePeriodSeconds: 85 };
  for (const [manifests, delayMs] of [
    [all.minimal, APP_SETTINGS["catalog-api"].shape.SKUCAST_SHUTDOWN_DELAY.parse(undefined)],
    [renderChart(values), 60_000],
  ] as const) {
    for (const app of APP_NAMES) {
      const { spec } = deploymentSchema.parse(find(manifests, "Deployment", `shop-${app}`));
      const seconds = spec.template.spec.terminationGracePeriodSeconds ?? 0;
      expect([app, seconds * 1_000 >= delayMs + DRAIN_TIMEOUT_MS + STOP_TIMEOUT_MS]).toEqual([app, true]);
    }
  }
});

test("the values of the guide can be installed", () => {
  const guide = readFileSync(
    fileURLToPath(new URL("../../../docs/how-to/install-on-kubernetes.md", import.meta.url)),
    "utf8",
  );
  const blocks = [...guide.matchAll(/^ *```yaml\n([\s\S]*?)^ *```/gm)].map(([, block = ""]): object => parse(block));
  expect(blocks).toHaveLength(2);
  const values = Object.assign({}, ...blocks);
  expect(lintChart(values)).toContain("0 chart(s) failed");
  const manifests = renderChart(values);
  for (const manifest of manifests) validateManifest(manifest);
  const created = [...guide.matchAll(/create secret generic ([\w-]+)/g)].map(([, name]) => name);
  const needed = [...JSON.stringify(manifests).matchAll(/"secretKeyRef":\{"name":"([\w-]+)"/g)].map(([, name]) => name);
  expect([...new Set(needed)].sort()).toEqual(created.sort());
  const kinds = ["HorizontalPodAutoscaler", "Ingress", "PrometheusRule", "ScaledObject", "ServiceMonitor"];
  expect(kinds.filter((kind) => names(manifests, kind).length === 0)).toEqual([]);
});

test("no variable that Kubernetes adds for a Service replaces a setting", () => {
  // A release named skucast has the Service skucast-sftp, for which Kubernetes would set SKUCAST_SFTP_PORT=tcp://….
  const settings = new Set(APP_NAMES.flatMap((app) => Object.keys(APP_SETTINGS[app].shape)));
  const services = names(all.minimal, "Service").map((name) => name.replace(/^shop/, "skucast"));
  const added = services.map((name) => `${name.toUpperCase().replaceAll("-", "_")}_PORT`);
  expect(added.filter((name) => settings.has(name))).toEqual(["SKUCAST_SFTP_PORT"]);
  const pods = all.minimal.filter(({ kind }) => kind === "Deployment" || kind === "Job");
  for (const pod of pods) expect(pod).toMatchObject({ spec: { template: { spec: { enableServiceLinks: false } } } });
});

test("Prometheus keeps the labels of the metrics, of which one has the same name as a label of its own", () => {
  const ofOperator = ["container", "endpoint", "instance", "job", "namespace", "pod", "service"];
  const own = new Set<string>(Object.values(METRICS).flatMap(({ labels }): readonly string[] => labels));
  expect(ofOperator.filter((label) => own.has(label))).toEqual(["service"]);
  expect(find(all.full, "ServiceMonitor", "shop")).toMatchObject({ spec: { endpoints: [{ honorLabels: true }] } });
});

test("every object has the labels that Kubernetes recommends", () => {
  for (const { kind, metadata } of all.full) {
    const { labels } = z.looseObject({ labels: z.record(z.string(), z.string()) }).parse(metadata);
    expect({ kind, labels }).toMatchObject({
      labels: {
        "app.kubernetes.io/name": "skucast",
        "app.kubernetes.io/instance": "shop",
        "app.kubernetes.io/part-of": "skucast",
        "app.kubernetes.io/managed-by": "Helm",
        "app.kubernetes.io/version": expect.stringMatching(/^\d/),
        "helm.sh/chart": expect.stringMatching(/^skucast-\d/),
      },
    });
  }
});

test("a node can be drained while the pods on it are not ready", () => {
  for (const app of APP_NAMES) {
    expect(find(all.minimal, "PodDisruptionBudget", `shop-${app}`)).toMatchObject({
      spec: { maxUnavailable: 1, unhealthyPodEvictionPolicy: "AlwaysAllow" },
    });
  }
});

test("workers scale on queues that exist on the broker", () => {
  const known = TOPOLOGY.map(({ name }) => `shop.${name}`);
  const triggers = all.full
    .filter(({ kind }) => kind === "ScaledObject")
    .flatMap((it) => (it.spec as { triggers: { metadata: { queueName: string } }[] }).triggers);
  expect(triggers.length).toBeGreaterThan(3);
  expect(triggers.map(({ metadata }) => metadata.queueName).filter((name) => !known.includes(name))).toEqual([]);
  expect(names(all.full, "HorizontalPodAutoscaler").sort()).toEqual(
    ["auth-server", "catalog-api", "feed-server", "mcp-gateway"].map((app) => `shop-${app}`),
  );
});

test.each(["alerts", "slos"])("the rules of %s are those that are tested", (name) => {
  const file = fileURLToPath(new URL(`../../../infra/prometheus/${name}.yml`, import.meta.url));
  expect(find(all.full, "PrometheusRule", `shop-${name}`)?.spec).toEqual(parse(readFileSync(file, "utf8")));
});

describe("values that cannot work are rejected by name", () => {
  test.each([
    ["no public address", {}, /publicUrl/],
    ["a public address with a path", { publicUrl: "https://shop.example/skucast" }, /publicUrl/],
    ["a value that is not known", { ...MINIMAL, replicas: 3 }, /replicas/],
    ["an app that is not known", { ...MINIMAL, apps: { "catalogue-api": { replicas: 1 } } }, /catalogue-api/],
    ["no Secret of the database", { ...MINIMAL, secrets: { database: { name: "" } } }, /database/],
    ["a file store that is not known", { ...MINIMAL, fileStore: "gs://bucket" }, /fileStore/],
    [
      "a period in which an app cannot end in order",
      { ...MINIMAL, settings: { SKUCAST_SHUTDOWN_DELAY: "1m" } },
      /terminationGracePeriodSeconds must be at least 85: auth-server keeps serving .* \(1m\)/,
    ],
    [
      "a period that is too short for one app",
      { ...MINIMAL, apps: { "feed-server": { settings: { SKUCAST_SHUTDOWN_DELAY: "20s" } } } },
      /terminationGracePeriodSeconds must be at least 45: feed-server/,
    ],
    ["a route without a gateway", { ...MINIMAL, gateway: { enabled: true } }, /gateway\.parentRefs is required/],
  ])("%s", (_what, values, message) => {
    expect(() => renderChart(values)).toThrow(message);
  });
});
