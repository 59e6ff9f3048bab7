// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/calibrate/model_field_texts.h"

#include <QtGlobal>
#include <algorithm>
#include <iterator>

namespace bubblescope::ui {

namespace {

constexpr ModelFieldText kTexts[] = {
    {"hidden", QT_TRANSLATE_NOOP("bubblescope::ui::ModelForm", "Hidden width"), ""},
    {"ffn", QT_TRANSLATE_NOOP("bubblescope::ui::ModelForm", "Feed-forward width"), ""},
    {"heads", QT_TRANSLATE_NOOP("bubblescope::ui::ModelForm", "Heads"), ""},
    {"kv_heads", QT_TRANSLATE_NOOP("bubblescope::ui::ModelForm", "Key/value heads"), ""},
    {"head_dim", QT_TRANSLATE_NOOP("bubblescope::ui::ModelForm", "Head width"), ""},
    {"seq", QT_TRANSLATE_NOOP("bubblescope::ui::ModelForm", "Sequence"),
     QT_TRANSLATE_NOOP("bubblescope::ui::ModelForm", "tokens")},
    {"micro_batch", QT_TRANSLATE_NOOP("bubblescope::ui::ModelForm", "Microbatch"),
     QT_TRANSLATE_NOOP("bubblescope::ui::ModelForm", "sequences")},
    {"vocab", QT_TRANSLATE_NOOP("bubblescope::ui::ModelForm", "Vocabulary"),
     QT_TRANSLATE_NOOP("bubblescope::ui::ModelForm", "tokens")},
    {"tp", QT_TRANSLATE_NOOP("bubblescope::ui::ModelForm", "Tensor parallel"),
     QT_TRANSLATE_NOOP("bubblescope::ui::ModelForm", "devices")},
    {"experts", QT_TRANSLATE_NOOP("bubblescope::ui::ModelForm", "Experts"), ""},
    {"top_k", QT_TRANSLATE_NOOP("bubblescope::ui::ModelForm", "Experts per token"), ""},
    {"expert_ffn", QT_TRANSLATE_NOOP("bubblescope::ui::ModelForm", "Expert width"), ""},
    {"shared_experts", QT_TRANSLATE_NOOP("bubblescope::ui::ModelForm", "Shared experts"), ""},
    {"ep", QT_TRANSLATE_NOOP("bubblescope::ui::ModelForm", "Expert parallel"),
     QT_TRANSLATE_NOOP("bubblescope::ui::ModelForm", "devices")},
    {"dense_layers", QT_TRANSLATE_NOOP("bubblescope::ui::ModelForm", "Dense layers"), ""},
    {"expert_every", QT_TRANSLATE_NOOP("bubblescope::ui::ModelForm", "Experts every"),
     QT_TRANSLATE_NOOP("bubblescope::ui::ModelForm", "layers")},
    {"mtp_layers", QT_TRANSLATE_NOOP("bubblescope::ui::ModelForm", "Prediction layers"), ""},
    {"gated", QT_TRANSLATE_NOOP("bubblescope::ui::ModelForm", "Gated feed-forward (SwiGLU)"), ""},
    {"causal", QT_TRANSLATE_NOOP("bubblescope::ui::ModelForm", "Causal attention"), ""},
    {"bias", QT_TRANSLATE_NOOP("bubblescope::ui::ModelForm", "Biases"), ""},
    {"sequence_parallel", QT_TRANSLATE_NOOP("bubblescope::ui::ModelForm", "Sequence parallel"), ""},
    {"with_collectives",
     QT_TRANSLATE_NOOP("bubblescope::ui::ModelForm", "Include communication within layers"), ""},
    {"tied_embedding", QT_TRANSLATE_NOOP("bubblescope::ui::ModelForm", "Head shares the embedding"), ""},
};

} // namespace

const ModelFieldText& modelFieldText(std::string_view key)
{
    return *std::find_if(std::begin(kTexts), std::end(kTexts),
                         [key](const ModelFieldText& text) { return text.key == key; });
}

} // namespace bubblescope::ui
