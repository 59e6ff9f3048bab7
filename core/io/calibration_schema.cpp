// SPDX-License-Identifier: Apache-2.0
#include "core/io/calibration.h"

namespace bubblescope {

namespace {

constexpr std::string_view kSchema = R"json({
 "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "pipeline-calibration-1",
 "title": "Pipeline calibration (probe output, cost-model input)", "type": "object",
 "required": ["schema", "provenance", "created_utc", "producer", "model", "device", "method", "blocks", "transfers"],
 "properties": {
  "schema": {"const": "pipeline-calibration/1"},
  "provenance": {"enum": ["measured", "estimate", "manual", "trace"]}, "created_utc": {"type": "string"},
  "producer": {
   "type": "object", "required": ["name", "version"],
   "properties": {
    "name": {"type": "string"}, "version": {"type": "string"},
    "argv": {"type": "array", "items": {"type": "string"}},
    "libraries": {"type": "object", "additionalProperties": {"type": "string"}}
   }
  },
  "units": {
   "type": "object",
   "properties": {
    "time": {"const": "us"}, "size": {"const": "byte"}, "bandwidth": {"const": "GB/s"},
    "rate": {"const": "TFLOP/s"}
   }
  },
  "model": {"$ref": "#/$defs/model"},
  "device": {
   "type": "object", "required": ["name", "count"],
   "properties": {
    "name": {"type": "string"}, "uuid": {"type": "string"}, "pci": {"type": "string"},
    "compute_capability": {"type": "string"}, "count": {"type": "integer", "minimum": 0},
    "sm_count": {"type": "integer"}, "l2_bytes": {"type": "integer"},
    "memory_bytes": {"type": "integer"}, "driver": {"type": "string"}, "mig": {"type": "boolean"},
    "virtualised": {"type": ["boolean", "null"]},
    "ceilings": {
     "type": "object",
     "properties": {"gemm_tflops": {"$ref": "#/$defs/stat"}, "copy_gbps": {"$ref": "#/$defs/stat"}}
    },
    "datasheet": {
     "type": "object",
     "properties": {
      "peak_tflops": {"type": "number"}, "memory_gbps": {"type": "number"},
      "link_gbps": {"type": "number"}, "source": {"type": "string"}
     }
    }
   }
  },
  "method": {
   "type": "object",
   "properties": {
    "target_rel_ci": {"type": "number"}, "rounds": {"type": "integer"}, "confidence": {"type": "number"},
    "timing": {"enum": ["graph", "stream", "none"]},
    "attention": {"enum": ["cudnn", "unfused", "analytic", "none"]}, "seed": {"type": "integer"},
    "gpu_seconds": {"type": "number"}
   }
  },
  "blocks": {"type": "array", "items": {"$ref": "#/$defs/block"}},
  "overlap": {
   "type": "array",
   "items": {
    "type": "object", "required": ["pair", "total"],
    "properties": {
     "pair": {"enum": ["F+B", "B+F", "F+I", "F+W"]}, "total": {"$ref": "#/$defs/stat"},
     "f_done": {"$ref": "#/$defs/stat"}, "b_done": {"$ref": "#/$defs/stat"},
     "serial": {"$ref": "#/$defs/stat"}, "gain": {"type": "number"}
    }
   }
  },
  "transfers": {"type": "array", "items": {"$ref": "#/$defs/transfer"}},
  "stages": {
   "type": "array",
   "items": {
    "type": "object", "required": ["stage", "ops"],
    "properties": {
     "stage": {"type": "integer"}, "layers": {"type": "integer"}, "embedding": {"type": "boolean"},
     "head": {"type": "boolean"},
     "ops": {"type": "object", "additionalProperties": {"$ref": "#/$defs/stat"}},
     "memory": {"$ref": "#/$defs/memory"}
    }
   }
  },
  "optimizer": {
   "type": "object",
   "properties": {"us_per_gparam": {"$ref": "#/$defs/stat"}, "accumulate_us_per_gparam": {"$ref": "#/$defs/stat"}}
  },
  "overheads": {"type": "object", "properties": {"per_op_us": {"type": "number"}, "per_edge_us": {"type": "number"}}},
  "checks": {"type": "object", "additionalProperties": {"type": ["number", "boolean", "string", "null"]}},
  "warnings": {
   "type": "array",
   "items": {
    "type": "object", "required": ["code", "message"],
    "properties": {"code": {"type": "string"}, "message": {"type": "string"}, "point": {"type": "string"}}
   }
  },
  "assumptions": {"type": "array", "items": {"type": "string"}}
 },
 "$defs": {
  "stat": {
   "type": "object", "required": ["median"],
   "properties": {
    "median": {"type": "number", "minimum": 0}, "mad": {"type": "number"}, "ci_lo": {"type": "number"},
    "ci_hi": {"type": "number"}, "min": {"type": "number"}, "max": {"type": "number"},
    "n": {"type": "integer"}, "round_spread": {"type": "number"}, "sm_mhz": {"type": "number"},
    "flags": {
     "type": "array",
     "items": {"enum": ["not_converged", "throttled", "power_capped", "bimodal", "estimated", "few_samples"]}
    }
   }
  },
  "memory": {
   "type": "object",
   "properties": {
    "weights": {"type": "integer"}, "gradients": {"type": "integer"}, "optimizer": {"type": "integer"},
    "activation_f": {"type": "integer"}, "activation_freed_by_i": {"type": "integer"},
    "activation_freed_by_w": {"type": "integer"}, "boundary": {"type": "integer"}
   }
  },
  "model": {
   "type": "object",
   "properties": {
    "name": {"type": "string"}, "hidden": {"type": "integer", "minimum": 1},
    "ffn": {"type": "integer", "minimum": 1}, "heads": {"type": "integer", "minimum": 1},
    "kv_heads": {"type": "integer", "minimum": 1}, "head_dim": {"type": "integer", "minimum": 1},
    "seq": {"type": "integer", "minimum": 1}, "micro_batch": {"type": "integer", "minimum": 1},
    "vocab": {"type": "integer", "minimum": 0},
    "layers_per_stage": {
     "oneOf": [{"type": "integer", "minimum": 0}, {"type": "array", "items": {"type": "integer", "minimum": 0}}]
    },
    "tp": {"type": "integer", "minimum": 1}, "gated": {"type": "boolean"}, "causal": {"type": "boolean"},
    "bias": {"type": "boolean"}, "tied_embedding": {"type": "boolean"},
    "recompute": {"enum": ["none", "attention", "full"]},
    "dtype": {"enum": ["bf16", "fp16", "fp32", "tf32", "fp8"]}, "grad_dtype": {"enum": ["fp32", "bf16"]},
    "moe": {"type": ["object", "null"]}
   }
  },
  "block": {
   "type": "object", "required": ["block", "ops"],
   "properties": {
    "block": {"enum": ["layer", "embedding", "head"]},
    "ops": {
     "type": "object", "description": "keys F, I, W, B",
     "additionalProperties": {"$ref": "#/$defs/stat"}
    },
    "flops": {"type": "object", "additionalProperties": {"type": "number"}},
    "bytes": {"type": "object", "additionalProperties": {"type": "number"}},
    "memory": {"$ref": "#/$defs/memory"},
    "kernels": {
     "type": "array",
     "items": {
      "type": "object", "required": ["name", "op"],
      "properties": {
       "name": {"type": "string"}, "op": {"enum": ["F", "I", "W"]},
       "kind": {"enum": ["gemm", "attention", "elementwise", "gather"]}, "m": {"type": "integer"},
       "n": {"type": "integer"}, "k": {"type": "integer"}, "batch": {"type": "integer"},
       "flops": {"type": "number"}, "bytes": {"type": "number"}, "time": {"$ref": "#/$defs/stat"}
      }
     }
    }
   }
  },
  "transfer": {
   "type": "object", "required": ["kind", "stand_in", "points"],
   "properties": {
    "kind": {"enum": ["peer_copy", "nccl", "device_copy", "host_staged"]}, "src": {"type": "integer"},
    "dst": {"type": "integer"}, "stand_in": {"type": "boolean"},
    "concurrent_compute": {"type": "boolean"},
    "points": {
     "type": "array",
     "items": {"type": "object", "properties": {"bytes": {"type": "integer"}, "time": {"$ref": "#/$defs/stat"}}}
    },
    "fit": {
     "type": "object",
     "properties": {
      "latency_us": {"type": "number"}, "gbps": {"type": "number"},
      "max_rel_residual": {"type": "number"}
     }
    }
   }
  }
 },
 "allOf": [
  {
   "if": {"properties": {"provenance": {"enum": ["measured", "estimate"]}}},
   "then": {
    "properties": {
     "model": {"required": ["hidden", "ffn", "heads", "kv_heads", "head_dim", "seq", "micro_batch", "dtype"]}
    }
   },
   "else": {"required": ["stages"]}
  }
 ]
}
)json";

} // namespace

std::string_view calibrationSchema() noexcept
{
    return kSchema;
}

} // namespace bubblescope
